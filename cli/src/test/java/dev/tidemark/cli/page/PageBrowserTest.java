package dev.tidemark.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.cli.CompiledProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * The page in headless Chromium, where that and its driver are installed; with {@code
 * CI_BROWSER=required} in the environment they have to be.
 */
class PageBrowserTest {
  private static final Path BROWSER = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final boolean REQUIRED = "required".equals(System.getenv("CI_BROWSER"));
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private static Path home;

  private static ChromeDriver browser;
  private static PageServer server;

  @BeforeAll
  static void open() throws IOException {
    assumeTrue(
        REQUIRED || (Files.exists(BROWSER) && Files.exists(DRIVER)), "no Chromium with its driver");
    server = PageServer.start(0, PagedScript.configuration(), home, PageLimits.DEFAULT, node -> {});
    ChromeOptions options = new ChromeOptions();
    options.setBinary(BROWSER.toFile());
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    browser = start(options);
  }

  /** A browser that cannot be started on this machine says nothing about the page. */
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

  /** Another test may have left it narrow. */
  @BeforeEach
  void widen() {
    look("light", 1280);
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.quit();
    }
    if (server != null) {
      server.close();
    }
  }

  @Test
  void aQueryIsTypedRunsAndItsDropLeadsToItsRow() throws Exception {
    begin("run");

    await(".status", "It is done.");
    assertThat(text(".verdict")).startsWith("1 row of 4 dropped (25.0 %).");
    assertThat(text("[aria-label='What the script prints']")).contains("Received a total of 2");
    assertThat(text("#s1-d1")).contains("rows.csv:3", "3,a,2026-03-02 09:00:55");

    // From the account's number to the table, from the row's mark on the timeline to the table.
    browser.findElement(By.cssSelector("canvas")).click();
    browser.executeScript("location.hash = '#s1-t1-1'");
    await(".readout", "Row 3 (rows.csv:3)");
    browser.findElement(By.cssSelector(".readout a")).click();
    assertThat(browser.getCurrentUrl()).endsWith("#s1-d1");
    assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
        .extracting(LogEntry::getMessage)
        .isEmpty();
  }

  @Test
  void aRunGoesRowByRowToItsDropAndOn() throws Exception {
    begin("run-paused");
    await(".status", "It waits");
    await(".verdict", "1 row read so far, 0 dropped");
    assertThat(text("#open-windows")).startsWith("1 open window: 2026-03-02 09:00:00");

    click("step");
    await(".verdict", "2 rows read so far, 0 dropped");
    assertThat(text("#open-windows")).startsWith("1 open window: 2026-03-02 09:01:00");
    assertThat(text(".readout")).contains("Row 2", "in time");

    click("next-drop");
    await(".verdict", "3 rows read so far, 1 dropped");
    assertThat(text(".readout")).contains("Row 3", "dropped", "too late by 10 s 2 ms");

    click("go-on");
    await(".status", "It is done.");
    assertThat(text(".verdict")).startsWith("1 row of 4 dropped (25.0 %).");
    assertThat(browser.findElement(By.id("step")).isEnabled()).isFalse();
  }

  /** By itself the first table would have closed a window with its second row. */
  @Test
  void windowsAreOpenAsLongAsAnotherSourceHoldsThemBack() throws Exception {
    begin(PagedScript.heldBack(home), "run-paused");
    await(".status", "It waits");
    for (int rows = 2; rows <= 5; rows++) {
      click("step");
      await(".verdict", rows + " rows read so far");
    }
    assertThat(text("main")).contains("Row by row of r");
    assertThat(text("#open-windows"))
        .startsWith("2 open windows: 2026-03-02 09:00:00")
        .contains("; 2026-03-02 09:01:00");
    assertThat(browser.findElements(By.cssSelector("table tbody tr")))
        .extracting(WebElement::getText)
        .noneMatch(row -> row.contains("closes"))
        .anyMatch(row -> row.startsWith("WindowAggregate") && row.endsWith(" still"));
    click("stop");
    await(".status", "It was stopped.");
  }

  /** The third row is kept by a delay of 15.002 s; the window is the same run again. */
  @Test
  void theSliderTellsWhatADelayLosesAndTheScriptRunsAgainWithIt() throws Exception {
    begin("run-paused");
    await(".status", "It waits");
    click("next-drop");
    await(".verdict", "3 rows read so far, 1 dropped");
    WebElement slider = browser.findElement(By.id("s1-w1"));
    slider.sendKeys(Keys.END);
    await(".readout.short", "A delay of 15 s 2 ms: 0 rows of 3 dropped");
    click("go-on");
    await(".status", "It is done.");
    // What one has chosen stays when more has come.
    await(".readout.short", "A delay of 15 s 2 ms: 0 rows of 4 dropped");

    browser.findElement(By.xpath("//button[.='Run again with a delay of 15 s 2 ms']")).click();
    await("main", "With watermarks 10 s 2 ms later than the script says.");
    await(".status", "It is done.");
    assertThat(text(".verdict")).isEqualTo("No row was dropped: all 4 rows were accepted.");
    await(".readout.short", "A delay of 15 s 2 ms (now): 0 rows of 4 dropped");
  }

  /** The form starts a program; what is typed shows row by row, with what it does. */
  @Test
  void linesTypedByHandMoveTheWatermark() throws Exception {
    Path jar = CompiledProgram.jar(home, TypedTimes.class);
    browser.get(server.url());
    browser.findElement(By.cssSelector("#program summary")).click();
    browser.findElement(By.id("jar")).sendKeys(jar.toString());
    browser.findElement(By.id("arguments")).sendKeys("{port}");
    click("run-program");
    new WebDriverWait(browser, PATIENCE).until(b -> b.getCurrentUrl().contains("/runs/"));
    new WebDriverWait(browser, PATIENCE).until(b -> b.findElement(By.id("line")).isDisplayed());

    WebElement line = browser.findElement(By.id("line"));
    line.sendKeys("10955", Keys.ENTER);
    await(".verdict", "1 row read so far");
    assertThat(line.getDomProperty("value")).isEmpty();
    line.sendKeys("14500", Keys.ENTER);
    await(".verdict", "2 rows read so far");
    assertThat(text("table tbody tr"))
        .contains("00:00:08.954")
        .endsWith("in time; closes 00:00:09 – 00:00:12");
    line.sendKeys("8000", Keys.ENTER);
    await(".verdict", "3 rows read so far, 1 dropped");
    assertThat(text("table tbody tr")).startsWith("3 8000").endsWith("as before dropped");
    axeFindsNothing("typed");

    click("end-input");
    await(".status", "It is done.");
    assertThat(text("[aria-label='What the script prints']")).isEqualTo("10955\n14500");
    assertThat(line.isDisplayed()).isFalse();
  }

  @Test
  void axeFindsNothingAndNothingIsWiderThanThePage() throws Exception {
    begin("run");
    await(".status", "It is done.");
    String run = browser.getCurrentUrl();
    for (String scheme : List.of("light", "dark")) {
      for (int width : new int[] {1280, 400}) {
        for (String address : List.of(run, server.url())) {
          look(scheme, width);
          browser.get(address);
          await("main", address.equals(run) ? "It is done." : "done");
          assertThat(browser.findElements(By.tagName("h1"))).hasSize(1);
          if (address.equals(server.url())) {
            browser.findElement(By.cssSelector("#program summary")).click();
          }
          axeFindsNothing("%s, %s, %d px".formatted(address, scheme, width));
        }
      }
    }
  }

  private static void axeFindsNothing(String where) throws IOException {
    browser.executeScript(axe());
    Object found =
        browser.executeAsyncScript(
            "const done = arguments[0]; axe.run().then(r => done(r.violations.map("
                + "v => v.impact + ' ' + v.id + ' ' + v.nodes.map(n => n.target))));");
    assertThat((List<?>) found).as(where).isEmpty();
    assertThat(
            browser.executeScript(
                "const page = document.documentElement;"
                    + " return page.scrollWidth - page.clientWidth"))
        .as(where)
        .isEqualTo(0L);
  }

  private static void look(String scheme, int width) {
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
  }

  private static void begin(String button) throws IOException {
    begin(PagedScript.write(home), button);
  }

  private static void begin(String script, String button) {
    browser.get(server.url());
    WebElement box = browser.findElement(By.id("sql"));
    box.sendKeys(script);
    click(button);
    new WebDriverWait(browser, PATIENCE).until(b -> b.getCurrentUrl().contains("/runs/"));
  }

  private static void click(String button) {
    browser.findElement(By.id(button)).click();
  }

  private static String text(String selector) {
    return browser.findElement(By.cssSelector(selector)).getText();
  }

  /** The page draws a statement anew, so that an element may be gone when it is asked. */
  private static void await(String selector, String words) {
    new WebDriverWait(browser, PATIENCE)
        .ignoring(WebDriverException.class)
        .withMessage(() -> selector + " never says '" + words + "': " + text("main"))
        .until(b -> text(selector).contains(words));
    screenshot();
  }

  /** For eyes: -Dpage.screenshots=DIRECTORY keeps what the page looked like. */
  private static void screenshot() {
    String folder = System.getProperty("page.screenshots");
    if (folder != null) {
      try {
        Path file = Files.createTempFile(Path.of(folder), "page", ".png");
        Files.write(file, browser.getScreenshotAs(OutputType.BYTES));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static String axe() throws IOException {
    try (InputStream in = PageBrowserTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
