package dev.butlerlabs.core.provider.discovery;

import dev.butlerlabs.core.config.ConfigSection;
import java.util.List;
import java.util.Optional;

/** A connection that reads what can be chosen. It changes nothing. All methods throw {@link dev.butlerlabs.core.error.ButlerException}. */
public interface DiscoveryConnection extends AutoCloseable {
    /** Sends a request that requires valid credentials, and returns a description of the infrastructure. */
    String verify();

    /**
     * Returns the values of a choice.
     *
     * @param key key of the question
     * @param answers the section with all answers so far, which can limit the values
     * @return empty if there are none
     */
    List<SettingChoice> choices(String key, ConfigSection answers);

    /**
     * Returns a value that is valid although {@link #choices} does not contain it, such as a custom machine type.
     *
     * @param value as the user entered it
     * @return empty if the infrastructure does not offer it
     */
    default Optional<SettingChoice> find(String key, String value, ConfigSection answers) {
        return Optional.empty();
    }

    /**
     * Returns the network of the machines.
     *
     * @param answers the complete section
     * @return empty if the infrastructure does not know its addresses, or machines need none from the user
     */
    default Optional<DiscoveredNetwork> network(ConfigSection answers) {
        return Optional.empty();
    }

    @Override
    void close();
}
