package dev.butlerlabs.sim.infrastructure;

import dev.butlerlabs.sim.fault.FaultPlan;
import java.util.List;
import java.util.Map;

/**
 * An infrastructure on loopback that speaks its vendor's protocol. What clients see goes over the wire; the methods here tell the
 * truth behind it, for tests and for those who run it.
 */
public interface SimulatedInfrastructure extends AutoCloseable {
    /** The word for it in files and resources. */
    String provider();

    /** Settings that lead a client here, as they stand in the provider's section. */
    Map<String, Object> settings();

    /** Credentials it accepts, by the keys of the credentials Secret. */
    Map<String, String> credentials();

    /** Every machine there is now, those on their way out too. */
    List<SimulatedMachine> machines();

    /** What exists beside machines because of machines: disks, secrets, network cards, load balancers; each named for people. */
    List<String> leftovers();

    /** Somebody else's machine, made past the wire, without any mark of Butler's. */
    void plantForeign(String name);

    /** Somebody else removes a machine, past the wire. */
    void vanish(String name);

    /** Somebody else switches a machine off, past the wire. */
    void stop(String name);

    FaultPlan faults();

    /** Requests answered or dropped so far. */
    long requests();

    @Override
    void close();
}
