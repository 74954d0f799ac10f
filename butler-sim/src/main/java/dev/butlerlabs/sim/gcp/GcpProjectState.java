package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The state of the simulated project. All access is guarded by its lock. */
final class GcpProjectState implements AutoCloseable {
    final SimulationOptions options;
    final GcpLinks links = new GcpLinks(GcpCatalog.PROJECT);
    final GcpCatalog catalog = new GcpCatalog(links);
    final GcpOperations operations = new GcpOperations(links);
    final GcpTimer timer = new GcpTimer();
    final GcpInstanceRegistry instances;
    final GcpBalancerRegistry balancers;
    final GcpStorage storage;
    final GcpImageRegistry images;

    /** Scopes that do not respond to lists of all zones. */
    final Set<String> unreachable = new HashSet<>();

    private final Map<String, ObjectNode> disks = new LinkedHashMap<>();
    private long numbers = 2_000_000_000_000_000L;

    GcpProjectState(SimulationOptions options) {
        this.options = options;
        this.instances = new GcpInstanceRegistry(this);
        this.balancers = new GcpBalancerRegistry(this);
        this.storage = new GcpStorage(options.faults());
        this.images = new GcpImageRegistry(this);
    }

    String nextId() {
        return Long.toString(++numbers);
    }

    Map<String, ObjectNode> disks() {
        return disks;
    }

    List<ObjectNode> disks(String zone) {
        return disks.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("zones/%s/disks/".formatted(zone)))
                .map(Map.Entry::getValue)
                .toList();
    }

    ObjectNode deleteDisk(String path) {
        ObjectNode disk = Optional.ofNullable(disks.get(path)).orElseThrow(() -> GcpApiError.notFound(path));
        if (!disk.path("users").isEmpty()) {
            throw GcpApiError.inUse(path, disk.path("users").path(0).asText());
        }
        ObjectNode operation = operations.start("delete", path, disk.path("id").asText());
        disk.put("status", "DELETING");
        timer.after(
                options.removalTime(),
                () -> locked(() -> {
                    disks.remove(path, disk);
                    operations.finish(operation);
                }));
        return operation;
    }

    synchronized void locked(Runnable change) {
        change.run();
    }

    /** Returns descriptions of everything that belongs to machines and load balancers, except the machines, and of temporary objects. */
    synchronized List<String> leftovers() {
        List<String> left = new ArrayList<>();
        disks.keySet().forEach(path -> left.add("disk " + path));
        left.addAll(balancers.leftovers());
        storage.objectNames().forEach(name -> left.add("object " + name));
        return left;
    }

    @Override
    public synchronized void close() {
        timer.close();
        balancers.close();
        instances.close();
    }
}
