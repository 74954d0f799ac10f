package dev.butlerlabs.core.provider;

import java.util.List;
import java.util.Optional;

/**
 * One infrastructure, with the credentials to use it. May be used by many threads. Everything foreign enters here and becomes a
 * {@link dev.butlerlabs.core.error.ButlerException} whose code says whether trying again helps ({@link Trouble}).
 */
public interface Infrastructure extends AutoCloseable {
    Machines machines();

    /** Empty where a control plane is reached by a virtual address instead. */
    default Optional<LoadBalancers> loadBalancers() {
        return Optional.empty();
    }

    /** Everything that carries Butler's mark, whoever owns it, found by the marks alone. */
    List<OwnedResource> owned();

    /** Removes one thing found by {@link #owned()}. Absent is fine; asking again shows when it is gone. */
    void remove(OwnedResource resource);

    /** What to look at before a plan is begun. The checks dial when they are run, not before. */
    List<Check> preflight(PreflightPlan plan);

    /** The version the infrastructure gives of itself; asks it. */
    String version();

    @Override
    void close();
}
