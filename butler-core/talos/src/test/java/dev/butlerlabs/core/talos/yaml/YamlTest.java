package dev.butlerlabs.core.talos.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {
    @Test
    void readsNumbersAsTalosDoes() {
        assertThat(YamlReader.documents("-", "{mode: 0644, other: 0o644, plain: 10, none: 0, version: 1.10}"))
                .containsExactly(Map.of(
                        "mode",
                        420,
                        "other",
                        420,
                        "plain",
                        10,
                        "none",
                        0,
                        "version",
                        new java.math.BigDecimal("1.10")));
    }

    @Test
    void writesTheLayoutOfTalos() {
        Map<String, Object> device = new LinkedHashMap<>();
        device.put("interface", "eth0");
        device.put("dhcp", true);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("list", List.of(device, "plain"));
        document.put("empty", List.of());
        document.put("nothing", Map.of());
        document.put("absent", null);
        document.put("text", "one\ntwo\n");
        assertThat(YamlWriter.write(document)).isEqualTo("""
                        list:
                            - interface: eth0
                              dhcp: true
                            - plain
                        empty: []
                        nothing: {}
                        absent: null
                        text: |
                            one
                            two
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "yes",
                "No",
                "12",
                "1e3",
                "0x1f",
                "1:30",
                "2026-01-01",
                "~",
                "null",
                "- a",
                "a: b",
                "a #b",
                "a:",
                "*x",
                "@a",
                "'",
                "\"",
                "\t",
                "\n",
                "a\n",
                "a\n\n",
                "\na",
                " a\nb",
                "a \nb ",
                "é",
                "\u0085",
                "\u2028",
                "🙂",
                "...",
                "---",
                "{a}",
                "[a]",
                "%a",
                "\u0007"
            })
    void everyTextComesBack(String text) {
        assertComesBack(text);
    }

    @Property(tries = 500)
    void anyTextComesBack(@ForAll("texts") String text) {
        assertComesBack(text);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings()
                .withChars("ab:#-?'\"\n \t{}[]&*!|>%@`,~=<\\0123.é")
                .ofMaxLength(12);
    }

    private static void assertComesBack(String text) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("value", text);
        tree.put("list", new ArrayList<>(List.of(text, Map.of("inner", text), List.of(text))));
        assertThat(YamlReader.documents("-", YamlWriter.write(tree))).containsExactly(tree);
    }
}
