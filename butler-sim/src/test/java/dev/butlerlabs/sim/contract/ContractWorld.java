package dev.butlerlabs.sim.contract;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import java.util.List;
import java.util.Map;

/**
 * An infrastructure as the contract sees it: the road through the provider, and the truth behind it. Any server that can tell the
 * truth can be such a world, whoever wrote it.
 */
public interface ContractWorld extends AutoCloseable {
    /** The word for the provider. */
    String provider();

    /** The provider's section of a ProviderConfig. */
    Map<String, Object> settings();

    /** The contents of the credentials Secret. */
    Map<String, String> credentials();

    /** A connection with these credentials; close it. */
    ConnectedInfrastructure connect(Map<String, String> credentials);

    /** A connection that is let in; close it. */
    default ConnectedInfrastructure connect() {
        return connect(credentials());
    }

    /** Every machine there is now, those on their way out too. */
    List<SimulatedMachine> machines();

    /** What exists beside machines because of machines. */
    List<String> leftovers();

    void plantForeign(String name);

    void vanish(String name);

    void stop(String name);

    /** Faults that can be ordered here; a world without them answers a plan nobody asks. */
    FaultPlan faults();

    /** Whether faults that are ordered happen. */
    default boolean hasFaults() {
        return true;
    }

    /** Requests so far. */
    long requests();

    @Override
    void close();
}
