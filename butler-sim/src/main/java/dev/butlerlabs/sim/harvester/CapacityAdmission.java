package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.http.HttpApiResponse;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Limits the number of virtual machines to the capacity. */
final class CapacityAdmission {
    private final int capacity;
    private final Predicate<ResourceKey> exists;
    private final Set<ResourceKey> inside = ConcurrentHashMap.newKeySet();

    /** @param exists returns whether a virtual machine exists */
    CapacityAdmission(int capacity, Predicate<ResourceKey> exists) {
        this.capacity = capacity;
        this.exists = exists;
    }

    HttpApiResponse create(ResourceKey machine, Supplier<HttpApiResponse> creation) {
        if (!enter(machine)) {
            return HarvesterErrorResponses.exceededQuota(machine.name());
        }
        HttpApiResponse response = creation.get();
        if (response.status() >= 400 && response.status() != 409) {
            inside.remove(machine);
        }
        return response;
    }

    /** Admits a machine. Deleted machines are removed from the count only when the limit is reached. */
    private synchronized boolean enter(ResourceKey machine) {
        if (inside.contains(machine)) {
            return true;
        }
        if (inside.size() >= capacity) {
            inside.removeIf(exists.negate());
        }
        return inside.size() < capacity && inside.add(machine);
    }
}
