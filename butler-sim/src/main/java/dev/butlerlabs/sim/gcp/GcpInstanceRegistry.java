package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The instances and their lifecycle. Guarded by the lock of the project. */
final class GcpInstanceRegistry {
    private static final int SLOWNESS = 10;
    private static final int CPUS_PER_MACHINE = 4;

    private final GcpProjectState project;
    private final GcpInstanceValidator validator;
    private final Map<String, SimulatedGcpInstance> instances = new LinkedHashMap<>();
    private final Set<String> fullZones = new HashSet<>();

    GcpInstanceRegistry(GcpProjectState project) {
        this.project = project;
        this.validator = new GcpInstanceValidator(project.catalog, project.links);
    }

    /** Accepts an instance. It appears later, and a lack of quota or capacity makes its operation fail later. */
    ObjectNode insert(String zone, ObjectNode body) {
        validator.check(body, zone);
        String path = "zones/%s/instances/%s".formatted(zone, body.path("name").asText());
        if (instances.containsKey(path)) {
            throw GcpApiError.exists(project.links.of(path));
        }
        List<String> disks = disks(zone, body);
        SimulatedGcpInstance instance =
                new SimulatedGcpInstance(project.nextId(), zone, body, project.operations.now(), disks);
        boolean quota = project.options
                        .faults()
                        .next(FaultKind.Stage.REQUEST, SimulatedOperation.CREATE, instance.name())
                        .isPresent()
                || count() >= project.options.capacity();
        instance.doomed = quota || fullZones.contains(zone);
        instances.put(path, instance);
        createDisks(instance);
        ObjectNode operation = project.operations.start("insert", path, instance.id);
        Duration step = project.options.bootTime().dividedBy(4);
        project.timer.after(
                step,
                () -> project.locked(() -> {
                    if (instance.doomed) {
                        fail(instance, operation, quota);
                    } else {
                        appear(instance, operation);
                    }
                }));
        return operation;
    }

    private List<String> disks(String zone, ObjectNode body) {
        List<String> paths = new ArrayList<>();
        for (JsonNode disk : body.path("disks")) {
            String path = "zones/%s/disks/%s"
                    .formatted(zone, disk.at("/initializeParams/diskName").asText());
            if (project.disks().containsKey(path)) {
                throw GcpApiError.exists(project.links.of(path));
            }
            paths.add(path);
        }
        return paths;
    }

    private void createDisks(SimulatedGcpInstance instance) {
        for (int i = 0; i < instance.disks.size(); i++) {
            JsonNode parameters = instance.body.path("disks").path(i).path("initializeParams");
            String path = instance.disks.get(i);
            ObjectNode disk = GcpJson.object()
                    .put("kind", "compute#disk")
                    .put("id", project.nextId())
                    .put("name", parameters.path("diskName").asText())
                    .put("creationTimestamp", project.operations.now())
                    .put("sizeGb", parameters.path("diskSizeGb").asText())
                    .put(
                            "type",
                            project.links.of(project.links.path(
                                    parameters.path("diskType").asText())))
                    .put("status", "READY")
                    .put("zone", project.links.of("zones/" + instance.zone))
                    .put("labelFingerprint", "bGFiZWxz")
                    .put("selfLink", project.links.of(path));
            disk.set("labels", parameters.path("labels").deepCopy());
            project.disks().put(path, disk);
        }
    }

    private long count() {
        return instances.values().stream().filter(instance -> !instance.doomed).count();
    }

    /** A failed creation leaves no instance, but its disks. */
    private void fail(SimulatedGcpInstance instance, ObjectNode operation, boolean quota) {
        instances.remove(instance.path(), instance);
        if (quota) {
            ObjectNode info = GcpJson.object()
                    .put("metricName", "compute.googleapis.com/n2_cpus")
                    .put("limitName", "N2-CPUS-per-project-region")
                    .put("limit", (double) project.options.capacity() * CPUS_PER_MACHINE);
            info.putObject("dimensions").put("region", GcpCatalog.REGION);
            project.operations.fail(
                    operation,
                    "QUOTA_EXCEEDED",
                    "Quota 'N2_CPUS' exceeded. Limit: %d in region %s."
                            .formatted((long) project.options.capacity() * CPUS_PER_MACHINE, GcpCatalog.REGION),
                    Optional.of(info));
        } else {
            project.operations.fail(
                    operation,
                    "ZONE_RESOURCE_POOL_EXHAUSTED",
                    "The zone '%s' does not have enough resources available to fulfill the request. Try a different zone, or try again later."
                            .formatted(project.links.of("zones/" + instance.zone)),
                    Optional.empty());
        }
    }

    private void appear(SimulatedGcpInstance instance, ObjectNode operation) {
        instance.visible = true;
        instance.status = "STAGING";
        project.operations.run(operation);
        instance.disks.forEach(path -> {
            ObjectNode disk = project.disks().get(path);
            if (disk != null) {
                disk.put("lastAttachTimestamp", project.operations.now());
                disk.putArray("users").add(project.links.of(instance.path()));
            }
        });
        Optional<FaultKind> fault = fault(instance);
        instance.withoutAddress = fault.filter(FaultKind.NO_ADDRESS::equals).isPresent();
        if (fault.filter(FaultKind.VANISH::equals).isPresent()) {
            instance.afterSeen = Optional.of(() -> vanish(instance));
        } else if (fault.filter(FaultKind.STOP::equals).isPresent()) {
            instance.afterSeen = Optional.of(() -> stop(instance));
        }
        int factor = fault.filter(FaultKind.SLOW_BOOT::equals).isPresent() ? SLOWNESS : 1;
        Duration rest = project.options.bootTime().multipliedBy(3).dividedBy(4).multipliedBy(factor);
        project.timer.after(rest, () -> boot(instance, operation));
    }

    private Optional<FaultKind> fault(SimulatedGcpInstance instance) {
        return project.options.faults().next(FaultKind.Stage.MACHINE, SimulatedOperation.BOOT, instance.name());
    }

    /** Boots the machine without holding the lock, because starting its software may take time. */
    private void boot(SimulatedGcpInstance instance, ObjectNode operation) {
        MachineHost.Inside inside = project.options
                .hosts()
                .boot(new MachineHost.Boot(instance.id, instance.name(), "42:01:0a:00:00:01", instance.userData()));
        boolean[] wanted = {false};
        project.locked(() -> {
            project.operations.finish(operation);
            if (instances.get(instance.path()) == instance && instance.status.equals("STAGING")) {
                instance.inside = Optional.of(inside);
                instance.status = "RUNNING";
                wanted[0] = true;
            }
        });
        if (!wanted[0]) {
            inside.close();
        }
    }

    /** Returns an instance that clients can see. */
    SimulatedGcpInstance get(String path) {
        return Optional.ofNullable(instances.get(path))
                .filter(instance -> instance.visible)
                .orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
    }

    Optional<SimulatedGcpInstance> find(String path) {
        return Optional.ofNullable(instances.get(path)).filter(instance -> instance.visible);
    }

    List<SimulatedGcpInstance> visible(String zone) {
        return instances.values().stream()
                .filter(instance -> instance.visible && instance.zone.equals(zone))
                .toList();
    }

    /** Records that a client reads the instance: faults of its address end, and faults that wait for this start. */
    ObjectNode shown(SimulatedGcpInstance instance) {
        if (instance.status.equals("RUNNING")
                && instance.withoutAddress
                && fault(instance).filter(FaultKind.NO_ADDRESS::equals).isEmpty()) {
            instance.withoutAddress = false;
        }
        if (instance.address().isPresent()) {
            instance.afterSeen.ifPresent(
                    fate -> project.timer.after(project.options.removalTime(), () -> project.locked(fate)));
            instance.afterSeen = Optional.empty();
        }
        return instance.json(project.links);
    }

    ObjectNode delete(String path) {
        SimulatedGcpInstance instance = get(path);
        if (instance.body.path("deletionProtection").asBoolean(false)) {
            throw GcpApiError.invalid("Resource cannot be deleted if it's protected against deletion.");
        }
        ObjectNode operation = project.operations.start("delete", path, instance.id);
        project.operations.run(operation);
        instance.status = "STOPPING";
        instance.switchOff();
        project.timer.after(
                project.options.removalTime(),
                () -> project.locked(() -> {
                    vanish(instance);
                    project.operations.finish(operation);
                }));
        return operation;
    }

    ObjectNode power(String path, boolean on) {
        SimulatedGcpInstance instance = get(path);
        ObjectNode operation = project.operations.start(on ? "start" : "stop", path, instance.id);
        if (on && instance.status.equals("TERMINATED")) {
            instance.status = "STAGING";
            project.timer.after(project.options.bootTime(), () -> boot(instance, operation));
        } else {
            if (!on) {
                stop(instance);
            }
            project.operations.finish(operation);
        }
        return operation;
    }

    void vanish(SimulatedGcpInstance instance) {
        if (!instances.remove(instance.path(), instance)) {
            return;
        }
        instance.switchOff();
        project.options.hosts().forget(instance.id);
        project.balancers.forget(instance.path());
        for (int i = 0; i < instance.disks.size(); i++) {
            ObjectNode disk = project.disks().get(instance.disks.get(i));
            if (disk != null) {
                disk.putArray("users");
                disk.put("lastDetachTimestamp", project.operations.now());
                if (instance.body.path("disks").path(i).path("autoDelete").asBoolean(false)) {
                    project.disks().remove(instance.disks.get(i));
                }
            }
        }
    }

    void stop(SimulatedGcpInstance instance) {
        if (!instance.status.equals("STOPPING")) {
            instance.switchOff();
            instance.status = "TERMINATED";
        }
    }

    void fill(String zone, boolean full) {
        if (full) {
            fullZones.add(zone);
        } else {
            fullZones.remove(zone);
        }
    }

    /** Creates a running instance without ownership marks. */
    void plant(String name, String zone) {
        ObjectNode body = GcpJson.object()
                .put("name", name)
                .put("machineType", "zones/%s/machineTypes/e2-standard-2".formatted(zone));
        body.putArray("networkInterfaces").addObject().put("network", project.links.of("global/networks/default"));
        SimulatedGcpInstance foreign =
                new SimulatedGcpInstance(project.nextId(), zone, body, project.operations.now(), List.of());
        foreign.visible = true;
        foreign.status = "RUNNING";
        instances.put(foreign.path(), foreign);
    }

    /** Creates a copy of an instance in another zone, as a concurrent creation can. */
    void duplicate(SimulatedGcpInstance original, String zone) {
        SimulatedGcpInstance copy = new SimulatedGcpInstance(
                project.nextId(), zone, original.body.deepCopy(), project.operations.now(), List.of());
        copy.visible = true;
        copy.status = "RUNNING";
        instances.put(copy.path(), copy);
    }

    List<SimulatedGcpInstance> named(String name) {
        return instances.values().stream()
                .filter(instance -> instance.name().equals(name))
                .toList();
    }

    List<SimulatedMachine> machines() {
        return instances.values().stream()
                .filter(instance -> !instance.doomed)
                .map(SimulatedGcpInstance::machine)
                .toList();
    }

    /** Returns the number of CPUs in use, for the quota. */
    long cpus() {
        return count() * CPUS_PER_MACHINE;
    }

    long cpuLimit() {
        return (long) Math.min(project.options.capacity(), 1_000_000) * CPUS_PER_MACHINE;
    }

    void close() {
        instances.values().forEach(SimulatedGcpInstance::switchOff);
    }
}
