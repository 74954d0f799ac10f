package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.http.Response;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Limits the number of virtual machines to the capacity. */
final class Admission {
    private final int capacity;
    private final Predicate<Key> exists;
    private final Set<Key> inside = ConcurrentHashMap.newKeySet();

    /** @param exists returns whether a virtual machine exists */
    Admission(int capacity, Predicate<Key> exists) {
        this.capacity = capacity;
        this.exists = exists;
    }

    Response create(Key machine, Supplier<Response> creation) {
        if (!enter(machine)) {
            return Refusals.exceededQuota(machine.name());
        }
        Response response = creation.get();
        if (response.status() >= 400 && response.status() != 409) {
            inside.remove(machine);
        }
        return response;
    }

    /** Admits a machine. Deleted machines are removed from the count only when the limit is reached. */
    private synchronized boolean enter(Key machine) {
        if (inside.contains(machine)) {
            return true;
        }
        if (inside.size() >= capacity) {
            inside.removeIf(exists.negate());
        }
        return inside.size() < capacity && inside.add(machine);
    }
}
