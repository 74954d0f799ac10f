package dev.butlerlabs.adm.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommentedYamlWriterTest {
    @Test
    void writesCommentsAboveTheirKeys() {
        Map<String, Object> network = new LinkedHashMap<>();
        network.put("vip", "192.0.2.10");
        network.put("disks", List.of(Map.of("sizeGB", 200)));
        network.put("zones", List.of("1", "b"));

        assertThat(new CommentedYamlWriter(Map.of("network.vip", "Address.")).write(Map.of("network", network)))
                .isEqualTo("""

                        network:
                          # Address.
                          vip: 192.0.2.10
                          disks:
                            - sizeGB: 200
                          zones:
                            - "1"
                            - b
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "true",
                "no",
                "123",
                "1.5",
                "0x10",
                "a: b",
                "# x",
                "- x",
                "\"quoted\"",
                "back\\slash",
                "${NAME}",
                "file:~/x",
                "",
                " padded ",
                "tab\there",
                "{a}",
                "[a]",
                "a#b",
                "@x",
                "%x",
                "*x",
                "&x",
                "!x",
                "key:",
                "~",
                "null",
                "2026-11-18",
                "user@realm!name=secret",
                "ünï",
                "https://h:1/?a=b&c"
            })
    void textsStayTexts(String value) {
        String yaml = new CommentedYamlWriter(Map.of()).write(Map.of("key", value));

        Object read = YamlValueConverter.of(
                YamlParser.parse(yaml, YamlLimits.GENERATED).getFirst());

        assertThat(read).isEqualTo(Map.of("key", value));
    }
}
