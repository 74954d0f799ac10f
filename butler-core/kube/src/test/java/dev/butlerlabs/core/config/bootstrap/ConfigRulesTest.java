package dev.butlerlabs.core.config.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules that commands and providers add to those of every file. */
class ConfigRulesTest {
    private static final String SEVERAL = """
            provider: local
            cluster:
              name: alpha
              controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
            """;
    private static final String SINGLE = SEVERAL.replace("name: alpha", "name: alpha\n  topology: single-node");

    @Test
    void aFileIsForTheProviderOfTheCommand() {
        assertThat(problems(SEVERAL, ConfigRules.forProvider("local"))).isEmpty();
        assertThat(problems(SEVERAL, ConfigRules.forProvider("harvester")))
                .containsExactly("file:1:11 provider: is local, but the command is for harvester"
                        + " (pass a file for harvester, or run butleradm bootstrap local)");
    }

    @Test
    void aControlPlaneOfSeveralNodesNeedsAnAddress() {
        assertThat(problems(SEVERAL, ConfigRules.virtualAddressNeeded()))
                .containsExactly("file:1:1 network.vip: is required for a control plane with several nodes"
                        + " (use a free address of the machine network)");
        assertThat(problems(SEVERAL + "network: {vip: 192.0.2.1}\n", ConfigRules.virtualAddressNeeded()))
                .isEmpty();
        assertThat(problems(SINGLE, ConfigRules.virtualAddressNeeded())).isEmpty();
    }

    @Test
    void anAddressNobodyUsesIsDoubtful() {
        ConfigReadResult reading = read(SEVERAL + "network: {vip: 192.0.2.1}\n", ConfigRules.virtualAddressUnused());

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.warnings())
                .extracting(Object::toString)
                .containsExactly(
                        "file:5:16 network.vip: is not used: this infrastructure has load balancers (remove it)");
    }

    @Test
    void everyProblemIsInTheFailure() {
        ConfigReadResult reading = read("provider: local\ncluster: {}\n", _ -> {});

        assertThatThrownBy(reading::orThrow)
                .asInstanceOf(type(ButlerException.class))
                .satisfies(failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
                    assertThat(failure).hasMessage("Invalid configuration file: 2 problems found.");
                    assertThat(failure.problems()).isEqualTo(reading.problems());
                });
    }

    @Test
    void aFileThatIsNotThereIsNamed(@TempDir Path folder) {
        assertThatThrownBy(() -> ConfigReader.read(folder.resolve("none.yaml"), List.of()))
                .asInstanceOf(type(ButlerException.class))
                .satisfies(failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.UNREADABLE_FILE);
                    assertThat(failure).hasMessageContaining("none.yaml does not exist");
                });
    }

    private static List<String> problems(String text, ConfigRule rule) {
        return read(text, rule).problems().stream().map(Object::toString).toList();
    }

    private static ConfigReadResult read(String text, ConfigRule rule) {
        ConfigEnvironment surroundings =
                new ConfigEnvironment(_ -> Optional.empty(), Path.of("/nowhere"), Path.of("/nowhere"));
        return new ConfigReader(surroundings, List.of(rule)).read(new ConfigText("file", text));
    }
}
