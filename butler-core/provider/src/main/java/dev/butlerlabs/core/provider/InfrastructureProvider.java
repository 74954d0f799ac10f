package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.util.Optional;

/**
 * A type of infrastructure, loaded by {@link ProviderRegistry}. Callers do not depend on its name.
 *
 * <p>Implementations are stateless and thread-safe.
 */
public interface InfrastructureProvider {
    ProviderProfile profile();

    /** Returns the keys of the provider section in a bootstrap file, including credentials. */
    ConfigKeys keys();

    /**
     * Reads the provider section of a bootstrap file.
     *
     * @return empty, with problems reported in the section, if it is not valid
     */
    Optional<ProviderSectionValues> read(ConfigSection section);

    /**
     * Adds settings that depend on the Talos version of the cluster and are missing in the file.
     *
     * @param talosVersion Talos version of the machines, such as {@code v1.12.1}
     */
    default ProviderSectionValues complete(ProviderSectionValues values, String talosVersion) {
        return values;
    }

    /**
     * Returns the artifact of the Image Factory that machines boot from.
     *
     * @return empty if Butler cannot import images into the infrastructure
     */
    default Optional<ImageArtifact> image() {
        return Optional.empty();
    }

    /** Returns whether the machines are containers on a Docker engine, beside which a bootstrap needs no KIND cluster. */
    default boolean usesDocker() {
        return false;
    }

    /**
     * Returns whether only ProviderConfigs of the platform namespace may use this provider. This is required if it connects without
     * credentials: the connection then has the permissions of Butler, not those of the author of the ProviderConfig.
     */
    default boolean isForPlatformOnly() {
        return false;
    }

    /** Returns whether only the platform namespace may contain a ProviderConfig with this spec. */
    default boolean isForPlatformOnly(ProviderConfigSpec spec) {
        return isForPlatformOnly();
    }

    /**
     * Returns how {@code butleradm init} finds values for the provider section.
     *
     * @return empty if the user has to know them all
     */
    default Optional<SettingsDiscovery> discovery() {
        return Optional.empty();
    }

    /**
     * Creates a connection without sending requests.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with every problem of the settings or credentials
     */
    ConnectedInfrastructure connect(ProviderConnectionSettings access);
}
