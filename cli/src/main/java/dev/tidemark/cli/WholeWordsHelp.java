package dev.tidemark.cli;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.text.WordUtils;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Help whose lines break between words only. Picocli's break wherever a line may break in prose,
 * which is also behind the point of {@code .csv} and of {@code parallelism.default}.
 */
final class WholeWordsHelp extends Help {

  /** Where the descriptions of options begin, and the column that picocli keeps free. */
  private static final int INDENT = 29;

  WholeWordsHelp(CommandSpec spec, ColorScheme colours) {
    super(spec, colours);
  }

  @Override
  public IOptionRenderer createDefaultOptionRenderer() {
    IOptionRenderer whole = super.createDefaultOptionRenderer();
    return (option, labels, colours) -> wrapped(whole.render(option, labels, colours), colours);
  }

  /** A row of cells for each line; the last cell is the description. */
  private Text[][] wrapped(Text[][] rows, ColorScheme colours) {
    int width = commandSpec().usageMessage().width() - INDENT - 1;
    List<Text[]> all = new ArrayList<>();
    for (Text[] row : rows) {
      int last = row.length - 1;
      for (String line : WordUtils.wrap(row[last].toString(), width, "\n", true).split("\n", -1)) {
        Text[] cells = new Text[row.length];
        for (int i = 0; i < last; i++) {
          cells[i] = all.isEmpty() ? row[i] : colours.text("");
        }
        cells[last] = colours.text(line);
        all.add(cells);
      }
    }
    return all.toArray(new Text[0][]);
  }

  /** {@code -D KEY=VALUE} rather than {@code -D=KEY=VALUE}, which nobody would type. */
  @Override
  public IParamLabelRenderer parameterLabelRenderer() {
    IParamLabelRenderer labels = super.parameterLabelRenderer();
    return new IParamLabelRenderer() {
      @Override
      public Text renderParameterLabel(ArgSpec argument, Ansi ansi, List<IStyle> styles) {
        Text label = labels.renderParameterLabel(argument, ansi, styles);
        boolean needsValue = argument instanceof OptionSpec && argument.arity().min() > 0;
        return needsValue && label.toString().startsWith(labels.separator())
            ? ansi.text(separator() + label.toString().substring(labels.separator().length()))
            : label;
      }

      @Override
      public String separator() {
        return " ";
      }
    };
  }
}
