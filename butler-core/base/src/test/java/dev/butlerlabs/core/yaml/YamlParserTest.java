package dev.butlerlabs.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 10, unit = TimeUnit.SECONDS)
class YamlParserTest {
    private static Object read(String text) {
        return YamlValueConverter.of(
                YamlParser.parse(text, YamlLimits.CONFIGURATION).getFirst());
    }

    private static void assertRefused(String text, String message) {
        assertThatExceptionOfType(YamlSyntaxException.class)
                .isThrownBy(() -> read(text))
                .withMessageContaining(message);
    }

    @Test
    void resolvesAliases() {
        assertThat(read("a: &x {n: 1}\nb: *x\nc: &t text\nd: *t\n"))
                .isEqualTo(Map.of("a", Map.of("n", 1), "b", Map.of("n", 1), "c", "text", "d", "text"));
    }

    @Test
    void mergedKeysGiveWayToOwnOnesAndEarlierMapsToLaterOnes() {
        assertThat(read("""
                one: &one {a: 1, b: 1}
                two: &two {b: 2, c: 2}
                all: {c: 3, <<: [*one, *two]}
                """)).extracting("all").isEqualTo(Map.of("a", 1, "b", 1, "c", 3));
    }

    @Test
    void aQuotedMergeKeyIsText() {
        assertThat(read("'<<': x")).isEqualTo(Map.of("<<", "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &a {<<: *a}", "a: &a [*a]", "&a {b: {c: *a}}", "a: &a\n  <<: [*a, *a]\n"})
    void refusesACycle(String text) {
        assertRefused(text, "is an alias inside the value it refers to");
    }

    @Test
    void refusesAliasesThatExpandToTooManyValues() {
        StringBuilder text = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 20; i++) {
            text.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)));
        }
        assertRefused(text.toString(), "contains more than 20000 values");
    }

    @Test
    void refusesNestingThroughAliases() {
        StringBuilder text = new StringBuilder("a0: &a0 x\n");
        for (int i = 1; i < 60; i++) {
            text.append("a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
        }
        assertRefused(text.toString(), "is nested more than 50 levels deep");
    }

    @Test
    void refusesDeepNestingWithoutRecursion() {
        assertRefused("[".repeat(900_000), "is nested more than 50 levels deep");
        assertRefused("{a: ".repeat(200_000), "is nested more than 50 levels deep");
    }

    @Test
    void refusesATextThatIsTooLargeAndReadsALargeScalarInLinearTime() {
        assertRefused("a: " + "x".repeat(8 * 1024 * 1024), "is larger than 1 MiB");
        assertThat(read("a: " + "x".repeat(1_000_000))).isInstanceOf(Map.class);
        assertThat(YamlParser.parse("a: |\n  " + "x".repeat(4_000_000), YamlLimits.GENERATED))
                .hasSize(1);
        assertThat(YamlParser.parse("a: '" + "x ".repeat(2_000_000) + "'", YamlLimits.GENERATED))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"a: .inf", "a: -.inf", "a: .nan", "a: .NaN", "a: 1e9999", "a: !!float 'x'"})
    void refusesNumbersThatAreNotFinite(String text) {
        assertRefused(text, "is not a finite number");
    }

    @Test
    void refusesOtherBadInput() {
        assertRefused("a: " + "9".repeat(100_000), "is a number with too many digits");
        assertRefused("a: !custom x", "has a tag that is not supported");
        assertRefused("a: 1\na: 2", "has a key that occurs twice");
        assertRefused("{[x]: 1}", "has a key that is not text");
        assertRefused("a: *b", "refers to an anchor that is not defined");
        assertRefused("a: [", "is not well-formed YAML");
        assertRefused("a: \u0000", "is not YAML");
        assertRefused("<<: text", "is merged with << but is not a map");
    }

    @Test
    void readsNumbersAsTheSchemaSays() {
        assertThat(read("[1, -7, 0x1f, 0o17, 012, 9999999999, 1.5, 1e3, true, False, null, ~, yes, 1_000]"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactly(1, -7, 31, 15, 12, 9999999999L, 1.5, 1000.0, true, false, null, null, "yes", "1_000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off", "yes", "no", "y", "N", "12:30:45", "2026-01-02", "0b11", "=", "<<", "${X}"})
    void readsWordsOfYaml11AsText(String text) {
        assertThat(read("a: " + text)).isEqualTo(Map.of("a", text));
    }

    @Test
    void readsWhatOnlyYaml12Allows() {
        assertThat(read("{\"a\": \"x\\/y\", \"b\": \"\\ud83d\\ude00\"}")).isEqualTo(Map.of("a", "x/y", "b", "😀"));
        assertThat(read("{\n\t\"a\": [1]\n}")).isEqualTo(Map.of("a", List.of(1)));
        assertThat(read("[http://host/path?key=value, a?, why ? not]"))
                .isEqualTo(List.of("http://host/path?key=value", "a?", "why ? not"));
        assertThat(read("a: x\u2028b y\u0085\nc: |\n  x \u2029\n"))
                .isEqualTo(Map.of("a", "x\u2028b y\u0085", "c", "x \u2029\n"));
    }

    @Test
    void readsExplicitKeys() {
        assertThat(read("{? a : 1, ? b : 2}")).isEqualTo(Map.of("a", 1, "b", 2));
        assertThat(read("? a\n: - ? b\n    : 1\n?c: 2\n")).isEqualTo(Map.of("a", List.of(Map.of("b", 1)), "?c", 2));
    }

    @Test
    void constructsNothingFromATag() {
        assertRefused("a: !!javax.script.ScriptEngineManager x", "has a tag that is not supported");
        assertThat(read("[!!str 1, ! 2, !!int '3']")).isEqualTo(List.of("1", "2", 3));
    }

    @Test
    void keepsPositions() {
        YamlNode document = YamlParser.parse("a: 1\r\n😀b: [x,\n  'y z']\n", YamlLimits.CONFIGURATION)
                .getFirst();
        YamlNode.Entry entry = ((YamlNode.Mapping) document).entries().get(1);
        assertThat(entry.key().start()).isEqualTo(new YamlPosition(2, 1));
        assertThat(entry.value().start()).isEqualTo(new YamlPosition(2, 5));
        assertThat(entry.value().end()).isEqualTo(new YamlPosition(3, 9));
    }

    @ParameterizedTest
    @CsvSource({"'a: {b: x?y ]', 1, 12", "'a: ''?', 1, 6", "'a: |?', 1, 5", "'%?', 1, 2"})
    void reportsWhereATextIsNotWellFormed(String text, int line, int column) {
        assertThatExceptionOfType(YamlSyntaxException.class)
                .isThrownBy(() -> read(text))
                .satisfies(e -> assertThat(e.position()).hasValue(new YamlPosition(line, column)));
    }

    @Test
    void skipsAByteOrderMarkAndReadsSeveralDocuments() {
        assertThat(YamlParser.parse("\uFEFFa: 1\n---\nb: 2\n---\n", YamlLimits.CONFIGURATION).stream()
                        .map(YamlValueConverter::of))
                .isEqualTo(java.util.Arrays.asList(Map.of("a", 1), Map.of("b", 2), null));
        assertThat(YamlParser.parse("", YamlLimits.CONFIGURATION)).isEqualTo(List.of());
    }
}
