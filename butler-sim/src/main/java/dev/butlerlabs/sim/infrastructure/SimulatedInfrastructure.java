package dev.butlerlabs.sim.infrastructure;

import dev.butlerlabs.sim.fault.FaultPlan;
import java.util.List;
import java.util.Map;

/**
 * An infrastructure on loopback that speaks its vendor's protocol. Clients use the network; the methods here show and
 * change its state directly, for tests and tools.
 *
 * <p>Thread-safe.
 */
public interface SimulatedInfrastructure extends AutoCloseable {
    /** Returns the provider name in files and resources. */
    String provider();

    /** Returns settings for the provider's section that point to this simulator. */
    Map<String, Object> settings();

    /** Returns valid credentials, by the keys of the credentials Secret. */
    Map<String, String> credentials();

    /** Returns all machines, including those being deleted. */
    List<SimulatedMachine> machines();

    /** Returns the number of machines of a name. */
    default long count(String name) {
        return machines().stream()
                .filter(machine -> machine.name().equals(name))
                .count();
    }

    /**
     * Returns descriptions of resources other than machines that were created for machines: disks, secrets, network
     * interfaces, load balancers.
     */
    List<String> leftovers();

    /** Returns the images that clients created. */
    default List<SimulatedImage> images() {
        return List.of();
    }

    /** Deletes an image, bypassing the API. */
    default void vanishImage(String name) {
        throw new UnsupportedOperationException("vanishImage");
    }

    /** Creates a machine without Butler's ownership tags, bypassing the API. */
    void plantForeign(String name);

    /** Deletes a machine, bypassing the API. */
    void vanish(String name);

    /** Powers off a machine, bypassing the API. */
    void stop(String name);

    /** Returns the plan of the faults to inject; faults can be added while the simulator runs. */
    FaultPlan faults();

    /** Returns the number of requests so far, answered or dropped. */
    long requests();

    /** Stops the server and the simulation. */
    @Override
    void close();
}
