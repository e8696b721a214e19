package dev.tidemark.cli.sql;

import dev.tidemark.cli.errors.RootCause;
import dev.tidemark.cli.files.WorkingDirectory;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** The hint for who runs a script of queries alone, whose tables another script creates. */
final class MissingInit {

  private static final Pattern NOT_FOUND = Pattern.compile("^Object '[^']*' not found");

  /** The usual name of a script that only creates tables. */
  private static final String USUAL_NAME = "ddl.sql";

  private MissingInit() {}

  /** Advice, if a table is missing, there is not a single one, and no script was to make any. */
  static Optional<String> hint(SqlRequest request, SqlSession session, RootCause cause) {
    if (request.init() != null
        || !NOT_FOUND.matcher(cause.message()).find()
        || session.hasTables()) {
      return Optional.empty();
    }
    String init = beside(request.script().name()).orElse("INIT.sql");
    return Optional.of(
        "no table was created so far; give the script that creates them by -i " + init + ".");
  }

  private static Optional<String> beside(String script) {
    try {
      Path usual = Path.of(script).resolveSibling(USUAL_NAME);
      return isFile(Path.of(script)) && isFile(usual)
          ? Optional.of(usual.toString())
          : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isFile(Path path) {
    return Files.isRegularFile(WorkingDirectory.resolve(path));
  }
}
