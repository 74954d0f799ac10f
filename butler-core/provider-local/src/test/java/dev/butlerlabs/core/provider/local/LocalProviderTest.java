package dev.butlerlabs.core.provider.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocalProviderTest {
    private final LocalProvider provider = new LocalProvider();
    private final ProblemCollector problems = new ProblemCollector();

    private Optional<ProviderSectionValues> read(Map<String, Object> section) {
        return provider.read(ConfigSection.of("providerConfig.local", section, problems));
    }

    @Test
    void isInstalled() {
        assertThat(ProviderRegistry.load().require("local")).isInstanceOf(LocalProvider.class);
    }

    @Test
    void needsNoSection() {
        ProviderSectionValues values = provider.complete(read(Map.of()).orElseThrow(), "v1.12.3");
        assertThat(problems.problems()).isEmpty();
        assertThat(values.settings()).isEqualTo(Map.of("image", "ghcr.io/siderolabs/talos:v1.12.3"));
        assertThat(values.credentials()).isEqualTo(Credentials.none());
    }

    @Test
    void keepsTheConfiguredImage() {
        Map<String, Object> section = Map.of("image", "registry.example:5000/talos:dev");
        assertThat(provider.complete(read(section).orElseThrow(), "v1.12.3").settings())
                .isEqualTo(section);
    }

    @Test
    void reportsEveryProblemOfTheSection() {
        assertThat(read(Map.of("dockerHost", "ftp://example", "image", "a b", "dockerhost", "x")))
                .isEmpty();
        assertThat(problems.problems())
                .extracting(InputProblem::path)
                .containsExactlyInAnyOrder(
                        "providerConfig.local.dockerHost",
                        "providerConfig.local.image",
                        "providerConfig.local.dockerhost");
    }

    @Test
    void reportsAnEngineThatDoesNotRespondAsTransient() {
        ConfigSection section =
                ConfigSection.of("spec.local", Map.of("dockerHost", "unix:///nonexistent/docker.sock"), problems);
        try (ConnectedInfrastructure infrastructure =
                provider.connect(new ProviderConnectionSettings(section, Credentials.none()))) {
            MachineId id = new MachineId("m", new OwnerId("owner"));
            assertThatThrownBy(() -> infrastructure.machines().observe(id))
                    .isInstanceOfSatisfying(ButlerException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.UNREACHABLE);
                        assertThat(e.hint()).contains("dockerHost").doesNotContain("--engine");
                    });
        }
    }

    @Test
    void reportsAnEngineThatDoesNotRespondOnceInThePreflight() {
        ConfigSection section =
                ConfigSection.of("spec.local", Map.of("dockerHost", "unix:///nonexistent/docker.sock"), problems);
        try (ConnectedInfrastructure infrastructure =
                provider.connect(new ProviderConnectionSettings(section, Credentials.none()))) {
            assertThat(infrastructure.preflight(new PreflightInput(List.of(), Optional.empty())))
                    .filteredOn(check -> check.run() instanceof PreflightCheck.Result.Failed)
                    .extracting(PreflightCheck::name)
                    .containsExactly("Engine", "Image");
        }
    }
}
