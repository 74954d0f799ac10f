package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The timeline page in a real browser, on a phone and on a desktop, light and dark. Its layout without text is compared with the pictures in
 * src/test/resources/timeline, so that the fonts of a machine make no difference; -Dbutler.golden.update=true replaces them.
 */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TimelinePageBrowserTest {
    private static final double TOLERANCE = 0.003;
    private static final Path GOLDEN = ProjectRoot.find().resolve("butleradm/src/test/resources/timeline");
    private static final int PHONE = 400;
    private static final int HEIGHT = 2600;
    private static final int BRIGHT = 200;
    private static final int DARK = 60;
    /** Makes the place of everything independent of the width and height of letters. */
    private static final String WITHOUT_TEXT = """
            * { color: transparent !important; font: 12px/18px monospace !important; }
            h1, h2, h3, p, li, dt, dd, time, summary, .name, .name small, .took { white-space: nowrap; overflow: hidden; }
            .key li { flex: 0 0 8rem; } .end { width: 6rem; } time { width: 12rem; } .took { width: 4rem; } .mark b { overflow: hidden; }
            """;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @CsvSource({"400, false", "400, true", "1280, false", "1280, true"})
    void looksAsItShould(int width, boolean isDark) throws Exception {
        PageThumbnail layout = layout(browser(), "", width, isDark);
        assertThat(brightness(layout.image().getRGB(0, 0)))
                .as("background")
                .matches(value -> isDark ? value < DARK : value > BRIGHT);
        compare(layout, "timeline-%d-%s.png".formatted(width, isDark ? "dark" : "light"));
    }

    @Test
    void fitsAPhone() throws Exception {
        Path page = Files.writeString(
                scratch.resolve("timeline.html"), TimelinePage.of("demo", TimelineFixture.timeline()));
        BufferedImage picture = browser().screenshot(page, scratch, PHONE, HEIGHT, false);
        assertThat(picture.getWidth()).isEqualTo(PHONE);
        assertThat(IntStream.range(0, HEIGHT)
                        .map(y -> picture.getRGB(PHONE - 2, y))
                        .distinct()
                        .count())
                .as("colors at the right edge, which content that is too wide would reach")
                .isOne();
    }

    @Test
    void noticesAnotherColorOfTheBarsAndAMissingRow() throws Exception {
        PageThumbnail expected = golden("timeline-400-light.png");
        assertThat(layout(browser(), ":root { --active: #c0362c; }", PHONE, false)
                        .difference(expected))
                .isGreaterThan(TOLERANCE);
        assertThat(layout(browser(), ".rows:last-of-type { display: none; }", PHONE, false)
                        .difference(expected))
                .isGreaterThan(TOLERANCE);
    }

    private static ChromiumProgram browser() {
        Optional<ChromiumProgram> browser = ChromiumProgram.find();
        assumeTrue(browser.isPresent(), ChromiumProgram.absent());
        return browser.get();
    }

    private PageThumbnail layout(ChromiumProgram browser, String style, int width, boolean isDark) throws Exception {
        String page = TimelinePage.of("demo", TimelineFixture.timeline());
        Path file = Files.writeString(
                scratch.resolve("layout.html"), page.replace("</style>", WITHOUT_TEXT + style + "</style>"));
        return PageThumbnail.of(browser.screenshot(file, scratch, width, HEIGHT, isDark));
    }

    private static int brightness(int color) {
        return ((color >> 16 & 0xFF) + (color >> 8 & 0xFF) + (color & 0xFF)) / 3;
    }

    private static void compare(PageThumbnail shown, String name) throws IOException {
        if (Boolean.getBoolean("butler.golden.update")) {
            Files.createDirectories(GOLDEN);
            ImageIO.write(shown.image(), "png", GOLDEN.resolve(name).toFile());
        }
        assertThat(shown.difference(golden(name))).as(name).isLessThan(TOLERANCE);
    }

    private static PageThumbnail golden(String name) throws IOException {
        return new PageThumbnail(ImageIO.read(GOLDEN.resolve(name).toFile()));
    }
}
