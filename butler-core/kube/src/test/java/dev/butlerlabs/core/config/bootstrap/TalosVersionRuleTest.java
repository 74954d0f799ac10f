package dev.butlerlabs.core.config.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.version.VersionListSource;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TalosVersionRuleTest {
    private static final TalosVersionRule RULE =
            new TalosVersionRule(VersionListSource.builtIn(), LocalDate.of(2026, 11, 17));

    @Test
    void aSupportedVersionIsFine() {
        assertThat(read("v1.8.0").problems()).isEmpty();
        assertThat(read("v1.14.1").warnings()).isEmpty();
    }

    @Test
    void aVersionPastItsSupportIsDoubtful() {
        ConfigReadResult reading = read("v1.12.1");

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.warnings())
                .extracting(Object::toString)
                .containsExactly(
                        "file:5:18 talos.version: Talos 1.12 has received no fixes since 2026-04-27 (use v1.14.1)");
    }

    @Test
    void anOldVersionIsAProblem() {
        assertThat(read("v1.7.6").problems())
                .extracting(Object::toString)
                .containsExactly(
                        "file:5:18 talos.version: is older than the oldest supported version (v1.8) (use v1.8 or newer)");
    }

    @Test
    void aNewVersionIsDoubtful() {
        ConfigReadResult reading = read("v1.99.0");

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.warnings())
                .extracting(Object::toString)
                .containsExactly(
                        "file:5:18 talos.version: is newer than the newest supported version (v1.14) (Butler generates the configuration format of v1.14)");
    }

    private static ConfigReadResult read(String version) {
        String text = """
                provider: local
                cluster:
                  name: alpha
                  controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
                talos: {version: %s}
                """.formatted(version);
        ConfigEnvironment surroundings =
                new ConfigEnvironment(_ -> Optional.empty(), Path.of("/nowhere"), Path.of("/nowhere"));
        return new ConfigReader(surroundings, List.of(RULE)).read(new ConfigText("file", text));
    }
}
