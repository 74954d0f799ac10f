package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.yaml.snakeyaml.Yaml;

/** Whatever is printed as JSON or YAML reads back as what it was. */
class TreesTest {
    private static final List<String> WORDS_OLD_READERS_MISTAKE = List.of(
            "yes",
            "no",
            "on",
            "off",
            "y",
            "N",
            "true",
            "null",
            "~",
            "",
            "012",
            "0x1F",
            "1e3",
            "1_000",
            "12:30:45",
            "2026-01-02",
            "=",
            "<<",
            "- a",
            "a: b",
            "a #b",
            "'",
            "\"",
            "|",
            ">",
            "!",
            "&a",
            "*a",
            "%",
            "@",
            "`",
            "{}",
            "[]",
            " lead",
            "trail ",
            "two\nlines",
            "two\nlines\n",
            "three\n\n\n",
            "\ttab",
            ".inf",
            ".nan",
            "-.inf",
            "0o17",
            "+1",
            "-",
            "--- x",
            "...");

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void jsonReadsBack(@ForAll("trees") Object tree) throws JsonProcessingException {
        ObjectMapper reader = new ObjectMapper();
        assertThat(reader.readValue(JsonTextWriter.line(tree), Object.class)).isEqualTo(tree);
        assertThat(reader.readValue(JsonTextWriter.pretty(tree), Object.class)).isEqualTo(tree);
        assertThat(JsonTextWriter.line(tree)).doesNotContain("\n");
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void yamlReadsBackWithReadersOfBothVersions(@ForAll("trees") Object tree) {
        String yaml = YamlTextWriter.of(tree);
        assertThat(YamlValueConverter.of(
                        YamlParser.parse(yaml, YamlLimits.GENERATED).getFirst()))
                .isEqualTo(tree);
        assertThat(new Yaml().<Object>load(yaml)).isEqualTo(tree);
    }

    @Example
    void yamlIsWhatKubernetesClientsRead() {
        Map<String, Object> data = new LinkedHashMap<>();
        WORDS_OLD_READERS_MISTAKE.forEach(word -> data.put("k" + data.size(), word));
        String yaml = YamlTextWriter.of(Map.of("data", data));
        Map<?, ?> read = Serialization.unmarshal(yaml, Map.class);
        assertThat(read).isEqualTo(Map.of("data", data));
    }

    @Example
    void yamlEscapesSeparatorsForAllReaders() {
        assertThat(YamlTextWriter.of(Map.of("a", "\u2028\u2029\u0085\\L")))
                .isEqualTo("a: \"\\u2028\\u2029\\N\\\\L\"\n");
    }

    @Example
    void jsonAndYamlRefuseValuesWithoutAForm() {
        assertThatThrownBy(() -> YamlTextWriter.of(Double.NaN)).hasMessageContaining("Double");
        assertThatThrownBy(() -> YamlTextWriter.of(new Object())).hasMessageContaining("java.lang.Object");
        assertThatThrownBy(() -> JsonTextWriter.line(Double.NaN)).hasMessageContaining("Double");
        assertThatThrownBy(() -> JsonTextWriter.line(new Object())).hasMessageContaining("java.lang.Object");
    }

    @Example
    void jsonKeepsTheOrderAndIndentsByTwo() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("b", 1);
        tree.put("a", Arrays.asList(null, true, List.of(), Map.of()));
        assertThat(JsonTextWriter.pretty(tree)).isEqualTo("""
                {
                  "b": 1,
                  "a": [
                    null,
                    true,
                    [],
                    {}
                  ]
                }""");
    }

    @Provide
    Arbitrary<Object> trees() {
        return trees(2);
    }

    private Arbitrary<Object> trees(int depth) {
        if (depth == 0) {
            return leaves();
        }
        Arbitrary<Object> below = trees(depth - 1);
        Arbitrary<String> keys = leaves().map(String::valueOf);
        return Arbitraries.oneOf(
                leaves(),
                below.list().ofMaxSize(4).map(ArrayList::new),
                Arbitraries.maps(keys, below).ofMaxSize(4).map(LinkedHashMap::new));
    }

    private Arbitrary<Object> leaves() {
        Arbitrary<String> texts = Arbitraries.oneOf(
                Arbitraries.of(WORDS_OLD_READERS_MISTAKE),
                Arbitraries.strings().ascii().ofMaxLength(20),
                Arbitraries.strings()
                        .withChars("äß日本😀\u0085\u00a0\u2028\ufeff\n\t ")
                        .ofMaxLength(10)
                        .filter(TreesTest::isText));
        return Arbitraries.oneOf(
                texts.map(text -> (Object) text),
                Arbitraries.integers().map(number -> (Object) number),
                Arbitraries.of(true, false).map(truth -> (Object) truth));
    }

    /** Half of a surrogate pair is no text that could be written to a file. */
    private static boolean isText(String text) {
        return text.codePoints().noneMatch(point -> point >= 0xD800 && point <= 0xDFFF);
    }
}
