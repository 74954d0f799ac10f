package dev.butlerlabs.sim.fault;

import java.util.Optional;

/** Observes which requests fail, and how. Must return at once: it is called while the request is processed. */
@FunctionalInterface
public interface FaultListener {
    /**
     * Called after the decision about a request.
     *
     * @param about name of the object of the request; empty if it has none
     * @param fault the fault that was injected; empty if the request is processed as usual
     */
    void decided(FaultKind.Stage stage, SimulatedOperation operation, String about, Optional<FaultKind> fault);
}
