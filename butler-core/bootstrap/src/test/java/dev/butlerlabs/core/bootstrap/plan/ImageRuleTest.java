package dev.butlerlabs.core.bootstrap.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

/** Files with {@code talos.image}, for an infrastructure into which images cannot be imported. */
class ImageRuleTest {
    @TempDir
    private Path folder;

    @Test
    void everyProblemOfATransferredImageIsReported() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> read("image: auto"))
                .satisfies(failure -> assertThat(failure.problems().toString())
                        .contains(
                                "talos.image",
                                "Butler cannot import images into Memory",
                                "requires the key schematic"));
    }

    @Test
    void onlyAutoIsAccepted() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> read("image: talos.qcow2"))
                .satisfies(failure -> assertThat(failure.problems().toString()).contains("talos.image", "auto"));
    }

    @Test
    void withoutTheKeyNoImageIsTransferred() throws IOException {
        assertThat(read("version: v1.12.1").config().talos().isImageTransferred())
                .isFalse();
    }

    private BootstrapPlan read(String talos) throws IOException {
        Path file = Files.writeString(folder.resolve("bootstrap.yaml"), """
                provider: memory
                cluster:
                  name: demo
                  topology: ha
                  controlPlane: {replicas: 3, cpu: 4, memoryMB: 8192, diskGB: 50}
                network: {vip: 192.0.2.10}
                talos: {%s}
                providerConfig: {memory: {}}
                """.formatted(talos));
        return BootstrapPlan.read(
                file,
                ConfigEnvironment.ofThisProcess(folder),
                new ProviderRegistry(List.of(new MemoryProvider("memory"))),
                Optional.empty());
    }
}
