package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnsiTextTest {
    private static final String COLORED = TerminalColors.COLOURED.green("machines") + " and more";

    @Test
    void colorsTakeNoColumns() {
        assertThat(AnsiText.width(COLORED)).isEqualTo(17);
        assertThat(AnsiText.withoutColor(COLORED)).isEqualTo("machines and more");
    }

    @Test
    void aCutColorIsClosed() {
        assertThat(AnsiText.cut(COLORED, 5)).isEqualTo("\u001b[32mmach\u001b[0m…");
        assertThat(AnsiText.cut(COLORED, 12)).isEqualTo("\u001b[32mmachines\u001b[0m an…");
        assertThat(AnsiText.cut(COLORED, 17)).isEqualTo(COLORED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 20})
    void wideCharactersAreNeverHalved(int columns) {
        String text = AnsiText.cut("日本語クラスタ", columns);
        assertThat(AnsiText.width(text)).isLessThanOrEqualTo(columns);
        assertThat(AnsiText.width(AnsiText.pad("日本語", columns))).isEqualTo(columns);
    }

    @Test
    void controlCharactersCannotReachTheTerminal() {
        assertThat(AnsiText.plain("a\u001b[2Jb\nc\rd\u2028e")).isEqualTo("a [2Jb c d e");
    }

    @Test
    void justifiesAtTheRightEnd() {
        assertThat(AnsiText.justify("Starting machines", "0:07", 24)).isEqualTo("Starting machines   0:07");
        assertThat(AnsiText.justify("Starting machines", "0:07", 16)).isEqualTo("Starting m… 0:07");
        assertThat(AnsiText.justify("Starting", "0:07", 4)).isEqualTo("Sta…");
    }

    @Test
    void wrapsAtSpacesAndBreaksLongWords() {
        assertThat(AnsiText.wrap("one two three", 7, "")).containsExactly("one two", "three");
        assertThat(AnsiText.wrap("one twothree", 8, "  ")).containsExactly("one", "  twothr", "  ee");
        assertThat(AnsiText.wrap("日本語日本語", 5, "")).containsExactly("日本", "語日", "本語");
    }

    @Test
    void leavesAnIndentOutThatHasNoSpaceForAWideCharacter() {
        assertThat(AnsiText.wrap("日本", 2, " ")).containsExactly("日", "本");
        assertThat(AnsiText.wrap("日本", 3, " ")).containsExactly("日", " 本");
    }

    @Test
    void wrapsColoredText() {
        assertThat(AnsiText.wrap(COLORED, 12, "")).containsExactly("\u001b[32mmachines\u001b[0m and", "more");
        assertThat(AnsiText.wrap(COLORED, 8, "")).containsExactly("\u001b[32mmachines\u001b[0m", "and more");
    }

    @Test
    void fitsALineBelowTheTextAfterItsLabels() {
        assertThat(AnsiText.fit("ok  Disk  56 GiB free in the directory", 24))
                .containsExactly("ok  Disk  56 GiB free in", "          the directory");
        assertThat(AnsiText.fit("  all indented lines stay indented", 20))
                .containsExactly("  all indented lines", "  stay indented");
        assertThat(AnsiText.fit("error: the file does not exist", 20))
                .containsExactly("error: the file does", "not exist");
        assertThat(AnsiText.fit("short", 20)).containsExactly("short");
    }

    @Property
    void fitsEveryTerminal(@ForAll String text, @ForAll @IntRange(min = 2, max = 60) int columns) {
        assertThat(AnsiText.fit(AnsiText.plain(text), columns))
                .allSatisfy(line -> assertThat(AnsiText.width(line)).isLessThanOrEqualTo(columns));
    }

    @ParameterizedTest
    @CsvSource({"-5, 0:00", "7, 0:07", "67, 1:07", "3599, 59:59", "3723, 1:02:03"})
    void elapsedTimeIsExactToTheSecond(long seconds, String text) {
        assertThat(ElapsedFormatter.of(Duration.ofSeconds(seconds))).isEqualTo(text);
    }
}
