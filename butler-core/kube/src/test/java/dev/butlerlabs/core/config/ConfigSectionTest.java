package dev.butlerlabs.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.SensitiveText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a provider reads its section. */
class ConfigSectionTest {
    private static final ConfigKey<String> ENDPOINT = ConfigKey.required(
            "endpoint", ConfigValueTypes.text("^https://", "an https URL"), "Address of the server.");
    private static final ConfigKey<Integer> PORT =
            ConfigKey.withDefault("port", 9440, ConfigValueTypes.port(), "Port of the server.");
    private static final ConfigKey<Boolean> INSECURE = ConfigKey.withDefault(
            "insecure", false, ConfigValueTypes.truth(), "Whether the certificate goes unchecked.");
    private static final ConfigKey<SensitiveText> PASSWORD =
            ConfigKey.required("password", ConfigValueTypes.secret(), "Password.");
    private static final ConfigKey<String> MODE =
            ConfigKey.optional("mode", ConfigValueTypes.word("fast", "thorough"), "How.");
    private static final ConfigKey<List<String>> NODES =
            ConfigKey.optional("nodes", ConfigValueTypes.listOf(ConfigValueTypes.someText()), "Machines to use.");
    private static final ConfigKey<Integer> START =
            ConfigKey.required("start", ConfigValueTypes.wholeOfAtLeast(100), "First number.");
    private static final ConfigKey<ConfigSettings> RANGE =
            ConfigKey.optional("range", ConfigValueTypes.section(ConfigKeys.of(START)), "Numbers to use.");
    private static final ConfigKey<Map<String, String>> LABELS =
            ConfigKey.optional("labels", ConfigValueTypes.mapOf(ConfigValueTypes.text()), "Labels.");
    private static final ConfigKeys KEYS =
            ConfigKeys.of(ENDPOINT, PORT, INSECURE, PASSWORD, MODE, NODES, RANGE, LABELS);

    @Test
    void valuesAreReadWithTheirDefaults() {
        ConfigSettings settings = read("""
                endpoint: https://prism.example
                password: ${PASSWORD}
                nodes: [one, "2", 3]
                range: {start: 100}
                labels:
                  zone: a
                """);

        assertThat(settings.section().problems().problems()).isEmpty();
        assertThat(settings.section().problems().warnings()).isEmpty();
        assertThat(settings.get(ENDPOINT)).isEqualTo("https://prism.example");
        assertThat(settings.get(PORT)).isEqualTo(9440);
        assertThat(settings.isGiven(PORT)).isFalse();
        assertThat(settings.get(INSECURE)).isFalse();
        assertThat(settings.get(PASSWORD)).isEqualTo(new SensitiveText("s3cret"));
        assertThat(settings.find(MODE)).isEmpty();
        assertThat(settings.get(NODES)).containsExactly("one", "2", "3");
        assertThat(settings.get(RANGE).get(START)).isEqualTo(100);
        assertThat(settings.get(LABELS)).containsExactly(Map.entry("zone", "a"));
    }

    @Test
    void everyProblemIsToldWithItsLineItsPathAndAHint() {
        ConfigSettings settings = read("""
                endpoint: ftp://prism.example
                prot: 9440
                port: "9440"
                insecure: yes
                mode: through
                nodes: one
                range:
                  start: 99
                  end: 5
                password: ${NOT_SET}
                """);

        assertThat(settings.section().problems().problems())
                .extracting(Object::toString)
                .containsExactly(
                        "test.yaml:1:11 endpoint: must be an https URL, not 'ftp://prism.example'",
                        "test.yaml:2:1 prot: is not a known key (did you mean port?)",
                        "test.yaml:3:7 port: must be an integer from 1 to 65535, not text (remove the quotes)",
                        "test.yaml:4:11 insecure: must be true or false, not 'yes' (write true, without quotes)",
                        "test.yaml:5:7 mode: must be one of fast, thorough, not 'through' (did you mean thorough?)",
                        "test.yaml:6:8 nodes: must be a list, not text (write each item on its own line, starting with a dash)",
                        "test.yaml:8:10 range.start: must be an integer greater than or equal to 100, not '99'",
                        "test.yaml:9:3 range.end: is not a known key (known keys: start)",
                        "test.yaml:10:11 password: refers to the variable NOT_SET, which is not set"
                                + " (export NOT_SET and try again)");
        assertThat(settings.find(ENDPOINT)).as("a value with a problem").isEmpty();
        assertThatThrownBy(() -> settings.get(ENDPOINT)).hasMessage("endpoint has no value.");
    }

    @Test
    void whatIsMissingIsToldAtItsSection() {
        ProblemCollector problems = document("nutanix:\n  port: 1\n")
                .root()
                .section("nutanix")
                .orElseThrow()
                .read(KEYS)
                .section()
                .problems();

        assertThat(problems.problems())
                .extracting(Object::toString)
                .containsExactly(
                        "test.yaml:1:1 nutanix.endpoint: is missing (address of the server)",
                        "test.yaml:1:1 nutanix.password: is missing (password)");
    }

    @Test
    void aResourceIsReadAsASectionWithoutLines() {
        ProblemCollector problems = new ProblemCollector();
        ConfigSettings settings = ConfigSection.of(
                        "spec.nutanix",
                        Map.of("endpoint", "https://prism.example", "port", 70000, "password", "file:/etc/hostname"),
                        problems)
                .read(KEYS);

        assertThat(settings.get(PASSWORD))
                .as("nothing in a resource is a reference")
                .isEqualTo(new SensitiveText("file:/etc/hostname"));
        assertThat(problems.warnings()).isEmpty();
        assertThat(problems.problems())
                .extracting(Object::toString)
                .containsExactly("spec.nutanix.port: must be an integer from 1 to 65535, not '70000'");
    }

    @Test
    void aJsonTreeIsReadAsASection() throws JsonProcessingException {
        ProblemCollector problems = new ProblemCollector();
        ConfigSettings settings = ConfigSection.of("spec.nutanix", new ObjectMapper().readTree("""
                                {"endpoint": "https://${HOME}", "insecure": true, "nodes": ["a"], "password": "x", "mode": null}
                                """), problems)
                .read(KEYS);

        assertThat(problems.problems()).isEmpty();
        assertThat(settings.get(ENDPOINT)).isEqualTo("https://${HOME}");
        assertThat(settings.get(INSECURE)).isTrue();
        assertThat(settings.get(NODES)).containsExactly("a");
    }

    @Test
    void nothingPrintsItsValues() {
        ConfigSettings settings = read("endpoint: https://prism.example\npassword: hunter2\n");

        assertThat(settings + " " + settings.section() + " " + settings.get(PASSWORD))
                .doesNotContain("hunter2");
    }

    @Test
    void aRuleOfTheProviderIsToldAtTheValueItIsAbout() {
        ConfigSettings settings = read("endpoint: https://prism.example/\npassword: ${PASSWORD}\n");
        settings.report(ENDPOINT, "must not end with a slash", "");
        settings.warn(MODE, "is better given", "");

        assertThat(settings.section().problems().problems())
                .extracting(Object::toString)
                .containsExactly("test.yaml:1:11 endpoint: must not end with a slash");
        assertThat(settings.section().problems().warnings())
                .extracting(Object::toString)
                .containsExactly("test.yaml:1:1 mode: is better given");
    }

    private static ConfigSettings read(String text) {
        return document(text).root().read(KEYS);
    }

    private static ConfigDocument document(String text) {
        ConfigEnvironment surroundings = new ConfigEnvironment(
                name -> Optional.ofNullable(Map.of("PASSWORD", "s3cret").get(name)),
                Path.of("/nowhere"),
                Path.of("/nowhere"));
        return ConfigDocument.of(new ConfigText("test.yaml", text), surroundings);
    }
}
