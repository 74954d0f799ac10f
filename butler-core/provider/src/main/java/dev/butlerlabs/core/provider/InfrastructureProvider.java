package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Section;
import java.util.Optional;

/** One kind of infrastructure. Found by {@link Providers}; nobody asks its name to decide anything. */
public interface InfrastructureProvider {
    ProviderProfile profile();

    /** The keys of the provider's section in a bootstrap file, credentials included. */
    Keys keys();

    /** Reads the section of a bootstrap file. What is wrong is noted in the section; then the answer is empty. */
    Optional<ProviderSetup> read(Section section);

    /**
     * Makes ready to talk to the infrastructure, without talking yet.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with every problem, when settings or credentials are unusable as they stand
     */
    Infrastructure connect(ProviderAccess access);
}
