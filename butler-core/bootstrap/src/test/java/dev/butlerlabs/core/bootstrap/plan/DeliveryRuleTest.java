package dev.butlerlabs.core.bootstrap.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.bootstrap.run.BootstrapPreview;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.testing.MemoryProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file may ask for, of an infrastructure that hands machines no user data. */
class DeliveryRuleTest {
    @TempDir
    private Path folder;

    @Test
    void refusesUserDataWhereThereIsNone() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> read("userData"))
                .satisfies(failure -> assertThat(failure.problems())
                        .singleElement()
                        .asString()
                        .contains("talos.configDelivery", "Memory does not support user data"));
    }

    @Test
    void takesTheOtherRoadWhereThatIsLeftOpenOrAskedFor() throws IOException {
        assertThat(BootstrapPreview.of(read("auto")).delivery()).isEqualTo("in maintenance mode");
        assertThat(read("maintenance").config().talos().configDelivery()).contains(ConfigDelivery.MAINTENANCE);
    }

    private BootstrapPlan read(String delivery) throws IOException {
        Path file = Files.writeString(folder.resolve("bootstrap.yaml"), """
                provider: memory
                cluster:
                  name: demo
                  topology: ha
                  controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
                network: {vip: 192.0.2.10}
                talos: {configDelivery: %s}
                providerConfig: {memory: {}}
                """.formatted(delivery));
        return BootstrapPlan.read(
                file,
                ConfigEnvironment.ofThisProcess(folder),
                new ProviderRegistry(List.of(new MemoryProvider("memory"))),
                Optional.empty());
    }
}
