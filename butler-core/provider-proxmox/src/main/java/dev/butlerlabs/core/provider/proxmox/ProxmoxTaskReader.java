package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.OperationStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads tasks. Never waits for them. Thread-safe. */
final class ProxmoxTaskReader {
    private static final Pattern CLONED = Pattern.compile("creating a clone of VM \\d+ with ID (\\d+)");
    private static final Pattern PERCENT = Pattern.compile("\\. +(\\d{1,3})%");
    private static final Pattern NO_TASK = Pattern.compile("no such task", Pattern.CASE_INSENSITIVE);

    /** The default limit of the API is 50. */
    private static final String MOST_TASKS = "5000";

    /** A download logs a line for each 32 MiB. */
    private static final String MOST_LINES = "1000";

    private final ProxmoxClient client;

    /** VM IDs that running clone tasks create, by UPID. The list of tasks contains only the ID of the template. */
    private final Map<String, Integer> cloneTargets = new ConcurrentHashMap<>();

    ProxmoxTaskReader(ProxmoxClient client) {
        this.client = client;
    }

    /** Returns the status of a task. A task that Proxmox no longer knows has finished: the result is in the virtual machine. */
    OperationStatus status(ProxmoxTask task) {
        Optional<JsonNode> status = client.find(
                task.path() + "/status", text -> NO_TASK.matcher(text).find());
        if (status.isEmpty()) {
            return new OperationStatus.Succeeded(JsonDocument.object());
        }
        if (status.get().path("status").asText("").equals("running")) {
            return new OperationStatus.InProgress();
        }
        JsonNode exit = status.get().path("exitstatus");
        boolean succeeded = exit.asText("").equals("OK") || exit.asText("").startsWith("WARNINGS");
        return succeeded ? new OperationStatus.Succeeded(status.get()) : new OperationStatus.Failed(exit);
    }

    /** Returns the types of the running tasks of a virtual machine. */
    Set<String> active(String node, int vmId) {
        return active(node, Map.of("vmid", String.valueOf(vmId))).stream()
                .map(ProxmoxTask::type)
                .collect(Collectors.toSet());
    }

    /** Returns the running tasks of a type. */
    List<ProxmoxTask> active(String node, String type) {
        return active(node, Map.of("typefilter", type));
    }

    /** Returns the progress that a download has logged last; empty if it has logged none. */
    OptionalInt percent(ProxmoxTask task) {
        return JsonDocument.items(client.get(task.path() + "/log", Map.of("limit", MOST_LINES)))
                .map(line -> PERCENT.matcher(line.path("t").asText("")))
                .filter(Matcher::find)
                .mapToInt(line -> Integer.parseInt(line.group(1)))
                .max();
    }

    /** Records the VM ID that a clone task creates. */
    void remember(ProxmoxTask task, int vmId) {
        cloneTargets.put(task.upid(), vmId);
    }

    /**
     * Returns whether a running task may be creating this VM ID. The configuration file appears some time after the task has
     * started, and the name of the virtual machine only when its disks have been copied.
     */
    boolean isCloning(String node, int vmId) {
        List<ProxmoxTask> running = active(node, ProxmoxTask.CLONE);
        boolean found = running.stream().anyMatch(task -> target(task).orElse(vmId) == vmId);
        if (running.isEmpty()) {
            cloneTargets.clear();
        }
        return found;
    }

    /** Returns the VM ID that a clone task creates; empty if the task has not logged it yet. */
    private Optional<Integer> target(ProxmoxTask task) {
        Optional<Integer> known = Optional.ofNullable(cloneTargets.get(task.upid()));
        if (known.isPresent()) {
            return known;
        }
        Optional<Integer> logged = JsonDocument.items(client.get(task.path() + "/log", Map.of("limit", "20")))
                .map(line -> CLONED.matcher(line.path("t").asText("")))
                .filter(Matcher::find)
                .map(line -> Integer.valueOf(line.group(1)))
                .findFirst();
        logged.ifPresent(id -> remember(task, id));
        return logged;
    }

    private List<ProxmoxTask> active(String node, Map<String, String> filter) {
        Map<String, String> parameters = new TreeMap<>(filter);
        parameters.put("source", "active");
        parameters.put("limit", MOST_TASKS);
        return JsonDocument.items(client.get("/nodes/" + node + "/tasks", parameters))
                .filter(task -> task.path("endtime").isMissingNode())
                .map(task -> ProxmoxTask.parse(task.path("upid").asText("")))
                .toList();
    }
}
