package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** The virtual machines. {@link VmLifecycle} implements their lifecycle. */
final class VmRegistry implements AutoCloseable {
    private final SimulationOptions options;
    private final Map<String, VmRecord> vms = new LinkedHashMap<>();
    private final PrismTasks tasks = new PrismTasks();
    private final VmLifecycle life;
    private Instant last = Instant.EPOCH;
    private int lateLists;

    VmRegistry(SimulationOptions options) {
        this.options = options;
        this.life = new VmLifecycle(options, this);
    }

    /** Accepts a machine and returns its entity with the task. A lack of capacity appears only when the task runs. */
    synchronized ObjectNode create(ObjectNode body, boolean room) {
        VmRecord vm = new VmRecord(
                UUID.randomUUID().toString(),
                now(),
                (ObjectNode) body.path("spec"),
                body.at("/metadata/categories") instanceof ObjectNode given ? given : JsonTrees.object());
        vm.hiddenLists = lateLists;
        ObjectNode answer = withTask(VmEntity.of(vm), "create", vm);
        if (room && made() < options.capacity()) {
            life.begin(vm);
        } else {
            vm.state = "ERROR";
            vm.failure = "The cluster has insufficient memory for the VM " + vm.name() + ".";
        }
        vms.put(vm.uuid, vm);
        return answer;
    }

    /** Returns unique, increasing creation times. */
    private Instant now() {
        Instant now = Instant.now();
        last = now.isAfter(last) ? now : last.plusNanos(1);
        return last;
    }

    private long made() {
        return vms.values().stream().filter(vm -> !vm.isStillborn()).count();
    }

    synchronized ObjectNode update(String uuid, ObjectNode body) {
        VmRecord vm = require(uuid);
        if (body.at("/metadata/spec_version").asInt(-1) != vm.specVersion) {
            throw new PrismException(
                    409, "CONCURRENT_REQUESTS_NOT_ALLOWED", "The spec_version is not the current one.");
        }
        vm.spec = (ObjectNode) body.path("spec");
        vm.specVersion++;
        life.power(vm, vm.spec.at("/resources/power_state").asText("OFF"));
        return withTask(VmEntity.of(vm), "update", vm);
    }

    synchronized ObjectNode delete(String uuid) {
        VmRecord vm = require(uuid);
        life.leave(vm);
        ObjectNode answer = JsonTrees.object().put("api_version", "3.1");
        answer.putObject("metadata").put("kind", "vm").put("uuid", uuid);
        answer.putObject("status").put("state", "DELETE_PENDING");
        return withTask(answer, "delete", vm);
    }

    private ObjectNode withTask(ObjectNode answer, String operation, VmRecord vm) {
        answer.withObject("/status/execution_context").put("task_uuid", tasks.begin(operation, vm.uuid));
        return answer;
    }

    synchronized ObjectNode task(String uuid) {
        return tasks.entity(uuid, target -> Optional.ofNullable(vms.get(target)));
    }

    synchronized ObjectNode entity(String uuid) {
        VmRecord vm = require(uuid);
        life.seen(vm);
        return VmEntity.of(vm);
    }

    synchronized ObjectNode list(ListRequest request) {
        List<VmRecord> matches = vms.values().stream()
                .filter(vm -> request.wants(vm.name()))
                .filter(VmRegistry::isListed)
                .toList();
        matches.forEach(life::seen);
        return request.answer(matches.stream().map(VmEntity::of).toList());
    }

    private static boolean isListed(VmRecord vm) {
        return vm.hiddenLists-- <= 0;
    }

    synchronized Optional<String> name(String uuid) {
        return Optional.ofNullable(vms.get(uuid)).map(VmRecord::name);
    }

    private VmRecord require(String uuid) {
        return Optional.ofNullable(vms.get(uuid)).orElseThrow(() -> PrismException.absent("vm " + uuid));
    }

    /** Changes a machine if it still exists. */
    synchronized void with(VmRecord vm, Consumer<VmRecord> change) {
        if (vms.get(vm.uuid) == vm) {
            change.accept(vm);
        }
    }

    synchronized void remove(VmRecord vm) {
        life.forget(vm);
        vms.remove(vm.uuid);
    }

    synchronized void listLate(int lists) {
        lateLists = lists;
    }

    synchronized void plant(String name, String description) {
        ObjectNode spec = JsonTrees.object().put("name", name).put("description", description);
        spec.set("cluster_reference", JsonTrees.reference("cluster", PrismInventory.CLUSTER));
        spec.putObject("resources").put("power_state", "ON").put("memory_size_mib", 1024);
        VmRecord vm = new VmRecord(UUID.randomUUID().toString(), now(), spec, JsonTrees.object());
        vm.state = "COMPLETE";
        vm.power = "ON";
        vm.mac = life.macAddress();
        vms.put(vm.uuid, vm);
    }

    synchronized void vanish(String name) {
        named(name).forEach(this::remove);
    }

    synchronized void stop(String name) {
        named(name).forEach(vm -> life.power(vm, "OFF"));
    }

    private List<VmRecord> named(String name) {
        return vms.values().stream().filter(vm -> vm.name().equals(name)).toList();
    }

    synchronized List<SimulatedMachine> machines() {
        return vms.values().stream()
                .filter(vm -> !vm.isStillborn())
                .map(VmRecord::machine)
                .toList();
    }

    synchronized List<String> failed() {
        return vms.values().stream()
                .filter(VmRecord::isStillborn)
                .map(vm -> "failed vm " + vm.name())
                .toList();
    }

    /** Returns the fault for the next power-on of a machine. */
    Optional<FaultKind> fault(VmRecord vm) {
        return options.faults().next(FaultKind.Stage.MACHINE, SimulatedOperation.BOOT, vm.name());
    }

    @Override
    public void close() {
        life.close();
        synchronized (this) {
            vms.values().forEach(life::darken);
            vms.clear();
        }
        life.rest();
    }
}
