package dev.butlerlabs.core.provider.discovery;

import dev.butlerlabs.core.config.ConfigSection;
import java.util.List;

/**
 * Finds values for the provider section of a bootstrap file through the API of the infrastructure.
 *
 * <p>Implementations are stateless and thread-safe.
 */
public interface SettingsDiscovery {
    /** Returns the questions for the section, in the order to ask them: connection and credentials first, then choices. */
    List<SettingQuestion> questions();

    /**
     * Creates a connection without sending requests.
     *
     * @param answers the section with the answers to all questions that are not choices
     * @throws dev.butlerlabs.core.error.ButlerException if these are not valid
     */
    DiscoveryConnection connect(ConfigSection answers);
}
