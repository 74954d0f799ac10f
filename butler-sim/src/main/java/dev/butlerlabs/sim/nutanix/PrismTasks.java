package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Tasks of accepted requests; their progress follows from the virtual machine. */
final class PrismTasks {
    private final Map<String, Task> tasks = new HashMap<>();

    private record Task(String operation, String vm) {}

    String begin(String operation, String vm) {
        String uuid = UUID.randomUUID().toString();
        tasks.put(uuid, new Task(operation, vm));
        return uuid;
    }

    ObjectNode entity(String uuid, Function<String, Optional<VmRecord>> machines) {
        Task task = Optional.ofNullable(tasks.get(uuid)).orElseThrow(() -> PrismException.absent("task " + uuid));
        Optional<VmRecord> vm = machines.apply(task.vm());
        ObjectNode entity = JsonTrees.object()
                .put("uuid", uuid)
                .put("operation_type", task.operation() + "_vm_intentful")
                .put("status", status(task, vm));
        entity.putArray("entity_reference_list").add(JsonTrees.reference("vm", task.vm()));
        vm.filter(machine -> !machine.failure.isEmpty()).ifPresent(machine -> {
            entity.put("progress_message", machine.failure);
            entity.put("error_detail", machine.failure);
        });
        return entity;
    }

    private static String status(Task task, Optional<VmRecord> vm) {
        if (vm.isEmpty()) {
            return "SUCCEEDED";
        }
        return switch (vm.get().state) {
            case "ERROR" -> "FAILED";
            case "COMPLETE" -> "SUCCEEDED";
            case "DELETE_PENDING" -> task.operation().equals("delete") ? "RUNNING" : "ABORTED";
            default -> "RUNNING";
        };
    }
}
