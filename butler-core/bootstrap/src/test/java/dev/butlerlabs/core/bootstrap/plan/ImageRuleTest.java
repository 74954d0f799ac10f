package dev.butlerlabs.core.bootstrap.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.bootstrap.TalosSettings;
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

    @Test
    void aFactoryAndAnArchitectureAreRead() throws IOException {
        TalosSettings talos =
                read("arch: arm64, factory: {url: \"https://mirror.example.com/talos\", username: ada, password: secret}")
                        .config()
                        .talos();

        assertThat(talos.architecture()).isEqualTo("arm64");
        assertThat(talos.factory()).hasValueSatisfying(factory -> {
            assertThat(factory.url()).isEqualTo("https://mirror.example.com/talos");
            assertThat(factory.credentials()).containsOnlyKeys("username", "password");
            assertThat(factory.toString()).doesNotContain("secret");
        });
        assertThat(read("version: v1.12.1").config().talos().architecture()).isEqualTo("amd64");
    }

    @Test
    void everyProblemOfAFactoryIsReported() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> read("arch: mips, factory: {url: \"https://u:p@x\", username: ada, token: t}"))
                .satisfies(failure -> assertThat(failure.problems().toString())
                        .contains(
                                "talos.arch",
                                "talos.factory.url",
                                "requires both username and password",
                                "cannot be combined with username"));
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> read("factory: {caFile: no-such-file}"))
                .satisfies(failure -> assertThat(failure.problems().toString())
                        .contains("talos.factory.url", "talos.factory.caFile"));
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
