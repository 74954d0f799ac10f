package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
                        TerminalColors.PLAIN))
                .containsExactly("NAME    PHASE", "a       Ready", "longer  Failed");
    }

    @Test
    void alignsWideLettersByTheColumnsTheyTake() {
        assertThat(TextTable.lines(
                        COLUMNS,
                        List.of(List.of("日本", "x"), List.of("abcd", "y"), List.of("é", "z")),
                        false,
                        TerminalColors.PLAIN))
                .containsExactly("日本  x", "abcd  y", "é     z");
    }

    @Test
    void leavesTheHeaderOut() {
        assertThat(TextTable.lines(COLUMNS, List.of(List.of("a", "b")), false, TerminalColors.PLAIN))
                .containsExactly("a  b");
    }

    @Test
    void printsTheHeaderInBoldOnATerminal() {
        assertThat(TextTable.lines(COLUMNS, List.of(List.of("a", "b")), true, TerminalColors.COLOURED)
                        .getFirst())
                .isEqualTo("\u001b[1mNAME  PHASE\u001b[0m");
    }

    @Property
    void keepsEveryRowOnOneLineAndSilentToTheTerminal(@ForAll List<String> names) {
        List<List<String>> rows =
                names.stream().map(name -> List.of(name, "end")).toList();
        assertThat(TextTable.lines(COLUMNS, rows, false, TerminalColors.PLAIN))
                .hasSize(rows.size())
                .allSatisfy(line -> assertThat(line.codePoints().noneMatch(Character::isISOControl))
                        .isTrue());
    }
}
