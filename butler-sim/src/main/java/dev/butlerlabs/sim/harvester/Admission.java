package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.http.Response;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Lets no more virtual machines in than there is room for. */
final class Admission {
    private final int capacity;
    private final Predicate<Key> exists;
    private final Set<Key> inside = ConcurrentHashMap.newKeySet();

    /** @param exists whether a virtual machine is there */
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

    /** Those that have left since are noticed only when it gets crowded. */
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
