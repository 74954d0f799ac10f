package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayWidthTest {
    @ParameterizedTest
    @CsvSource({
        "'', 0",
        "butler, 6",
        "日本語, 6",
        "한글, 4",
        "e\u0301, 1",
        "😀, 2",
        "👩\u200D💻, 2",
        "👍🏽, 2",
        "🇩🇪, 2",
        "❤\uFE0F, 2",
        "ｆｕｌｌ, 8",
        "✓, 1",
        "a\u200Bb, 2",
    })
    void countsTheColumnsATerminalUses(String text, int columns) {
        assertThat(DisplayWidth.of(text)).isEqualTo(columns);
    }
}
