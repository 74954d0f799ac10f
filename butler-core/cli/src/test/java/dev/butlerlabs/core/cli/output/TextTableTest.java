package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static final List<Column<List<String>>> COLUMNS =
            List.of(Column.of("name", List::getFirst), Column.of("phase", List::getLast));

    @Test
    void padsEveryColumnButTheLastToItsWidestCellAndTwoMore() {
        assertThat(TextTable.lines(
                        COLUMNS,
                        List.of(List.of("a", "Ready"), List.of("longer", "Failed")),
                        true,
                        TerminalColors.PLAIN,
                        OptionalInt.empty()))
                .containsExactly("NAME    PHASE", "a       Ready", "longer  Failed");
    }

    @Test
    void alignsWideLettersByTheColumnsTheyTake() {
        assertThat(TextTable.lines(
                        COLUMNS,
                        List.of(List.of("日本", "x"), List.of("abcd", "y"), List.of("é", "z")),
                        false,
                        TerminalColors.PLAIN,
                        OptionalInt.empty()))
                .containsExactly("日本  x", "abcd  y", "é     z");
    }

    @Test
    void leavesTheHeaderOut() {
        assertThat(TextTable.lines(
                        COLUMNS, List.of(List.of("a", "b")), false, TerminalColors.PLAIN, OptionalInt.empty()))
                .containsExactly("a  b");
    }

    @Test
    void printsTheHeaderInBoldOnATerminal() {
        assertThat(TextTable.lines(
                                COLUMNS, List.of(List.of("a", "b")), true, TerminalColors.COLOURED, OptionalInt.empty())
                        .getFirst())
                .isEqualTo("\u001b[1mNAME  PHASE\u001b[0m");
    }

    @Test
    void cutsTheWidestColumnsButTheFirstToFitTheTerminal() {
        List<List<String>> rows = List.of(List.of("production", "waiting for the machines"), List.of("a", "Ready"));
        assertThat(TextTable.lines(COLUMNS, rows, true, TerminalColors.PLAIN, OptionalInt.of(24)))
                .containsExactly("NAME        PHASE", "production  waiting for…", "a           Ready");
        assertThat(TextTable.lines(COLUMNS, rows, false, TerminalColors.PLAIN, OptionalInt.of(18)))
                .containsExactly("product…  waiting…", "a         Ready");
        assertThat(TextTable.lines(COLUMNS, rows, false, TerminalColors.PLAIN, OptionalInt.of(12)))
                .containsExactly("product…  w…", "a         R…");
    }

    @Property
    void fitsEveryTerminal(@ForAll List<String> names, @ForAll @IntRange(min = 1, max = 60) int columns) {
        List<List<String>> rows =
                names.stream().map(name -> List.of(name, name + "end")).toList();
        assertThat(TextTable.lines(COLUMNS, rows, false, TerminalColors.PLAIN, OptionalInt.of(columns)))
                .hasSize(rows.size())
                .allSatisfy(line -> assertThat(AnsiText.width(line)).isLessThanOrEqualTo(columns));
    }

    @Property
    void keepsEveryRowOnOneLineAndSilentToTheTerminal(@ForAll List<String> names) {
        List<List<String>> rows =
                names.stream().map(name -> List.of(name, "end")).toList();
        assertThat(TextTable.lines(COLUMNS, rows, false, TerminalColors.PLAIN, OptionalInt.empty()))
                .hasSize(rows.size())
                .allSatisfy(line -> assertThat(line.codePoints().noneMatch(Character::isISOControl))
                        .isTrue());
    }
}
