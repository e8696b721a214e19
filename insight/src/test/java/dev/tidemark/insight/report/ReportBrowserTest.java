package dev.tidemark.insight.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.insight.Arrivals;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The report in headless Chromium, where that and its driver are installed; with {@code
 * CI_BROWSER=required} in the environment they have to be.
 */
class ReportBrowserTest {
  private static final Path BROWSER = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  private static final boolean REQUIRED = "required".equals(System.getenv("CI_BROWSER"));

  @TempDir private static Path dir;

  private static ChromeDriver browser;
  private static String address;

  @BeforeAll
  static void open() throws Exception {
    assumeTrue(
        REQUIRED || (Files.exists(BROWSER) && Files.exists(DRIVER)), "no Chromium with its driver");
    Path file = ReportedCounts.write(dir, arrivals());
    address = file.toUri().toString();
    ChromeOptions options = new ChromeOptions();
    options.setBinary(BROWSER.toFile());
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    browser = start(options);
  }

  /** A browser that cannot be started on this machine says nothing about the report. */
  private static ChromeDriver start(ChromeOptions options) {
    try {
      return new ChromeDriver(
          new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
          options);
    } catch (WebDriverException e) {
      if (REQUIRED) {
        throw e;
      }
      return abort("Chromium does not start: " + e.getMessage());
    }
  }

  /** Rows 4 and 7 miss their windows; row 5 is behind the watermark and counts. */
  private static Arrivals arrivals() {
    Arrivals arrivals = new Arrivals();
    long[] seconds = {10, 50, 75, 55, 69, 150, 80, 160};
    for (int i = 0; i < seconds.length; i++) {
      arrivals.add(i == 6 ? "<b id=evil>x</b>" : "a", seconds[i] * 1000);
    }
    return arrivals;
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.quit();
    }
  }

  private void load(String fragment) {
    browser.get("about:blank");
    browser.get(address + fragment);
  }

  private WebElement chart() {
    return browser.findElement(By.cssSelector("canvas"));
  }

  /** Waits until the element has the focus: following a link takes a turn of the event loop. */
  private static void awaitFocus(String id) {
    browser.executeAsyncScript(
        "const [id, done] = arguments;"
            + "const look = () => document.activeElement.id === id && done();"
            + "addEventListener('focusin', look); look();",
        id);
  }

  @Test
  void itOpensWithoutAnErrorAndShowsValuesAsText() {
    load("");

    assertThat(browser.findElement(By.className("verdict")).getText())
        .startsWith("2 rows of 8 dropped (25.0 %).");
    assertThat(browser.findElements(By.id("evil"))).isEmpty();
    assertThat(browser.findElement(By.id("s1-d2")).getText()).contains("<b id=evil>x</b>");
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
        .extracting(LogEntry::getMessage)
        .isEmpty();
  }

  @Test
  void theFilterFiltersAndTheHeadsSort() {
    load("");
    WebElement filter = browser.findElement(By.id("s1-filter"));
    filter.sendKeys("EVIL");
    assertThat(rows()).containsExactly("s1-d2");
    assertThat(browser.findElement(By.cssSelector("[role=status]")).getText())
        .isEqualTo("1 of 2 rows found");

    filter.sendKeys(Keys.BACK_SPACE, Keys.BACK_SPACE, Keys.BACK_SPACE, Keys.BACK_SPACE);
    assertThat(rows()).containsExactly("s1-d1", "s1-d2");
    WebElement head = browser.findElement(By.xpath("//th/button[.='row time']"));
    head.click();
    head.click();
    assertThat(rows()).containsExactly("s1-d2", "s1-d1");
  }

  private List<String> rows() {
    return browser.findElements(By.cssSelector("#s1 tbody tr[id]")).stream()
        .map(row -> row.getDomAttribute("id"))
        .toList();
  }

  @Test
  void aNumberLeadsToItsRows() {
    load("");
    browser.findElement(By.cssSelector("button[aria-label='2: show the rows']")).sendKeys("\n");
    WebElement scope = browser.switchTo().activeElement();
    assertThat(scope.getText()).startsWith("✕ Only dropped whole by WindowAggregate");
    assertThat(rows()).containsExactly("s1-d1", "s1-d2");
    scope.sendKeys(Keys.ENTER);
    assertThat(scope.isDisplayed()).isFalse();

    browser.findElement(By.cssSelector("button[aria-label^='3: go to the next row']")).click();
    assertThat(chart().getDomAttribute("aria-valuetext")).startsWith("Row 4");
  }

  /** What a click would download is looked at instead: its name, then its text. */
  @Test
  void theDownloadHasTheRowsThatAreShown() {
    load("");
    browser.findElement(By.id("s1-filter")).sendKeys("evil");
    List<?> download =
        (List<?>)
            browser.executeAsyncScript(
                "const done = arguments[0];"
                    + "let blob = null;"
                    + "URL.createObjectURL = given => { blob = given; return 'blob:x'; };"
                    + "HTMLAnchorElement.prototype.click = function() {"
                    + "  blob.text().then(text => done([this.download, text])); };"
                    + "[...document.querySelectorAll('button')]"
                    + "  .find(each => each.textContent === 'Download CSV').click();");

    assertThat(download.get(0)).isEqualTo("dropped-rows-s1.csv");
    assertThat(((String) download.get(1)).split("\r\n"))
        .hasSize(2)
        .satisfies(lines -> assertThat(lines[0]).startsWith("#,row,reason,operator,row time"))
        .satisfies(lines -> assertThat(lines[1]).startsWith("2,\"t.csv:7").contains("30 s 2 ms"));
  }

  @Test
  void theTimelineCanShowHowFarRowsAreFromTheWatermark() {
    load("");
    assertThat(browser.findElement(By.id("s1")).getText()).contains("upwards in event time (UTC).");
    browser.findElement(By.id("s1-t1-view")).sendKeys("ahead");
    assertThat(browser.findElement(By.id("s1")).getText())
        .contains("upwards how far the event time is ahead of the watermark when the row comes.");
    chart().sendKeys(Keys.END);
    assertThat(chart().getDomAttribute("aria-valuetext")).startsWith("Row 8");
  }

  private WebElement curve() {
    return browser.findElement(By.id("s1-w1"));
  }

  private String chosen() {
    return curve().getDomAttribute("aria-valuetext");
  }

  /** Row 4 is lost under delays up to 15.001 s, row 7 up to 30.001 s. */
  @Test
  void theCurveOfDelays() {
    load("");
    assertThat(chosen())
        .isEqualTo(
            "A delay of 5 s (now): 2 rows of 8 dropped (25.0 %), 2 contributions lost; results"
                + " come as now.");
    curve().sendKeys(Keys.ARROW_RIGHT);
    assertThat(chosen()).startsWith("A delay of 10 s: 2 rows of 8 dropped");
    curve().sendKeys(Keys.ARROW_RIGHT);
    assertThat(chosen())
        .startsWith("A delay of 15 s 2 ms: 1 row of 8 dropped (12.5 %)")
        .endsWith("results come 10 s 2 ms later than now.");
    browser.findElement(By.xpath("//button[.='Show the rows that it loses']")).click();
    assertThat(rows()).containsExactly("s1-d2");
    curve().sendKeys(Keys.END);
    assertThat(chosen()).startsWith("A delay of 30 s 2 ms: 0 rows of 8 dropped");
    curve().sendKeys(Keys.HOME);
    assertThat(chosen()).startsWith("A delay of 0 s: 2 rows of 8 dropped");
    browser.findElement(By.xpath("//tr[td='all rows']//button")).click();
    assertThat(chosen()).startsWith("A delay of 30 s 2 ms");
  }

  /** Its thumb stands below the mark on the curve, wherever it was let go. */
  @Test
  void theSliderIsDraggedFromPointToPoint() {
    load("");
    new Actions(browser).dragAndDropBy(curve(), curve().getSize().getWidth() / 2 - 8, 0).perform();
    assertThat(chosen()).startsWith("A delay of 30 s 2 ms: 0 rows of 8 dropped");
    assertThat(curve().getDomProperty("value")).isEqualTo("1000");

    new Actions(browser).moveToElement(browser.findElement(By.id("s1-w1-curve"))).click().perform();
    assertThat(chosen()).startsWith("A delay of 15 s 2 ms: 1 row of 8 dropped");
    assertThat(curve().getDomProperty("value")).isEqualTo("500");
    assertThat(curve().getAccessibleName()).startsWith("Watermark delay WindowAggregate");
  }

  @Test
  void theKneeAndTheDelayNowAreMarkedByShapeAndName() throws Exception {
    Path other = Files.createDirectories(dir.resolve("knee"));
    Arrivals arrivals = Arrivals.atSeconds(10, 75, 51, 52, 53, 54, 55, 56, 57, 58, 59, 300, 10);
    browser.get(ReportedCounts.write(other, arrivals).toUri().toString());

    assertThat(browser.findElements(By.cssSelector("#s1-w1-curve text.mark")))
        .extracting(WebElement::getText)
        .containsExactly("now 5 s", "knee 15 s 2 ms");
    assertThat(browser.findElements(By.cssSelector("#s1-w1-curve path.mark"))).hasSize(2);
  }

  @Test
  void theChangesOfAnOperatorOpenToItsRows() {
    load("");
    WebElement operator = browser.findElement(By.id("s1-c1"));
    WebElement summary = operator.findElement(By.tagName("summary"));
    assertThat(summary.getText()).contains("1 t", "+I 8  -U 0  +U 0  -D 0");
    summary.sendKeys(Keys.ENTER);
    browser.executeAsyncScript(
        "const [details, done] = arguments;"
            + "const look = () => details.querySelector('table') && done();"
            + "details.addEventListener('toggle', look); look();",
        operator);
    assertThat(operator.findElements(By.cssSelector("tbody tr"))).hasSize(8);
    operator.findElement(By.xpath(".//button[.='row 7 of t']")).click();
    assertThat(chart().getDomAttribute("aria-valuetext")).startsWith("Row 7 (t.csv:7)");
  }

  @Test
  void theArrowKeysStepThroughTheRows() {
    load("");
    chart().sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
    assertThat(chart().getDomAttribute("aria-valuetext"))
        .startsWith("Row 2 (t.csv:2), event time 2026-01-01 00:00:50")
        .endsWith("in time.");
    chart().sendKeys(Keys.END, Keys.ARROW_LEFT);
    assertThat(browser.findElement(By.className("readout")).getText())
        .startsWith("Row 7 (t.csv:7)")
        .contains("dropped");
    chart().sendKeys(Keys.chord(Keys.SHIFT, Keys.ARROW_LEFT));
    assertThat(chart().getDomAttribute("aria-valuetext")).startsWith("Row 4 (t.csv:4)");
    chart().sendKeys(Keys.ARROW_RIGHT);
    assertThat(chart().getDomAttribute("aria-valuetext"))
        .endsWith("behind the watermark, still accepted.");
  }

  @Test
  void aDroppedRowsMarkLeadsToItsRowAndBack() {
    load("");
    chart().sendKeys(Keys.HOME, Keys.chord(Keys.SHIFT, Keys.ARROW_RIGHT), Keys.ENTER);
    awaitFocus("s1-d1");
    assertThat(browser.findElement(By.className("chosen")).getText()).contains("t.csv:4");

    browser.findElement(By.cssSelector("#s1-d2 a")).click();
    awaitFocus("s1-t1");
    assertThat(chart().getDomAttribute("aria-valuetext")).startsWith("Row 7");

    load("#s1-d2");
    awaitFocus("s1-d2");
    assertThat(browser.findElement(By.className("chosen")).getText()).contains("t.csv:7");
  }

  @ParameterizedTest
  @CsvSource({"light,1280", "dark,1280", "light,400", "dark,400"})
  void axeFindsNothingAndNothingIsWiderThanThePage(String scheme, int width) throws IOException {
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    load("#s1-t1-1");
    browser.executeScript(
        "document.querySelectorAll('details').forEach(each => { each.open = true; });");
    browser.executeScript(axe());
    Object found =
        browser.executeAsyncScript(
            "const done = arguments[0]; axe.run().then(r => done(r.violations.map("
                + "v => v.impact + ' ' + v.id + ' ' + v.nodes.map(n => n.target).join(' '))));");

    assertThat((List<?>) found).isEmpty();
    assertThat(
            browser.executeScript(
                "const page = document.documentElement; return page.scrollWidth - page.clientWidth"))
        .isEqualTo(0L);
  }

  private static String axe() throws IOException {
    try (InputStream in = ReportBrowserTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
