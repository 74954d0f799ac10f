package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramVersionTest {
    @Test
    void ordersVersionsAsSemanticVersions() {
        List<String> ascending = List.of(
                "0.9.9",
                "0.10.0-SNAPSHOT",
                "0.10.0",
                "1.0.0-1",
                "1.0.0-2",
                "1.0.0-alpha",
                "1.0.0-alpha.1",
                "1.0.0-alpha.beta",
                "1.0.0-rc.2",
                "1.0.0-rc.10",
                "1.0.0");
        assertThat(ascending.reversed().stream()
                        .flatMap(text -> ProgramVersion.parse(text).stream())
                        .sorted()
                        .map(ProgramVersion::toString))
                .containsExactlyElementsOf(ascending);
    }

    @Test
    void ignoresAPrefixAndBuildMetadata() {
        assertThat(ProgramVersion.parse("v1.2.3+build.5")).isEqualTo(ProgramVersion.parse("1.2.3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1.2", "1.2.3.4", "1.2.x", "<html>", "1.2.3 ", "99999999999.0.0", "1.2.3-"})
    void rejectsOtherTexts(String text) {
        assertThat(ProgramVersion.parse(text)).isEmpty();
    }
}
