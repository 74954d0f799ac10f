package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
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
     * Creates a connection without sending requests.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with every problem of the settings or credentials
     */
    ConnectedInfrastructure connect(ProviderConnectionSettings access);
}
