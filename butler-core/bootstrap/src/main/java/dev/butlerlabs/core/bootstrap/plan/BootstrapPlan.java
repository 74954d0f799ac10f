package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.config.bootstrap.BootstrapConfig;
import dev.butlerlabs.core.config.bootstrap.BootstrapManifests;
import dev.butlerlabs.core.config.bootstrap.ConfigReadResult;
import dev.butlerlabs.core.config.bootstrap.ConfigReader;
import dev.butlerlabs.core.config.bootstrap.ProviderSectionResult;
import dev.butlerlabs.core.config.bootstrap.TalosVersionRule;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.version.VersionList;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A validated bootstrap file with its infrastructure provider. Immutable.
 *
 * @param setup the provider's section, split into settings and credentials
 * @param warnings settings that are valid but probably unintended
 */
public record BootstrapPlan(
        BootstrapConfig config,
        InfrastructureProvider provider,
        ProviderSectionValues setup,
        List<InputProblem> warnings) {
    public BootstrapPlan {
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(setup, "setup");
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads a bootstrap file.
     *
     * @param expected the provider named on the command line, which must match the file
     * @throws dev.butlerlabs.core.error.ButlerException with every problem of the file
     */
    public static BootstrapPlan read(
            Path file, ConfigEnvironment surroundings, ProviderRegistry providers, Optional<String> expected) {
        return read(ConfigText.of(file), surroundings, providers, expected);
    }

    /**
     * Reads a text as {@link #read(Path, Surroundings, Providers, Optional)} reads a file.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with every problem of the text
     */
    public static BootstrapPlan read(
            ConfigText text, ConfigEnvironment surroundings, ProviderRegistry providers, Optional<String> expected) {
        ProviderSectionRule rule = new ProviderSectionRule(providers, expected);
        TalosVersionRule versions = new TalosVersionRule(VersionList.current(), LocalDate.now(ZoneOffset.UTC));
        ConfigReadResult reading = new ConfigReader(surroundings, List.of(rule, versions)).read(text);
        BootstrapConfig config = reading.orThrow();
        return new BootstrapPlan(
                config, providers.require(config.provider()), rule.setup().orElseThrow(), reading.warnings());
    }

    /** Returns the resources described by the file. */
    public BootstrapManifests resources() {
        return BootstrapManifests.of(
                config,
                new ProviderSectionResult(settings(), setup.credentials().values()));
    }

    private ProviderConfigSpec settings() {
        return ObjectSerialization.plain()
                .convertValue(Map.of(config.provider(), setup.settings()), ProviderConfigSpec.class);
    }

    /** Returns the access to the infrastructure, for direct calls. */
    public ProviderConnectionSettings access() {
        return new ProviderConnectionSettings(
                ConfigSection.of("providerConfig." + config.provider(), setup.settings(), new ProblemCollector()),
                setup.credentials());
    }

    /** Returns the same plan on another infrastructure of the same provider. */
    public BootstrapPlan on(ProviderSectionValues other) {
        return new BootstrapPlan(config, provider, other, warnings);
    }

    /** Returns a plan on the same infrastructure with another configuration. */
    public BootstrapPlan with(BootstrapConfig other) {
        return new BootstrapPlan(other, provider, setup, warnings);
    }

    public String cluster() {
        return config.cluster().name();
    }
}
