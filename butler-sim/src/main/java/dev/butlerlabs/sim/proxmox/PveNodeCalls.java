package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.sim.http.HttpApiRequest;
import java.util.List;

/** The calls below {@code /nodes}. Callers hold the lock of the cluster. */
final class PveNodeCalls {
    private static final PveCallSchema CLONE = PveCallSchema.none()
            .add("newid", PveCallSchema.Type.VM_ID)
            .add("name", PveCallSchema.VM_OPTIONS.find("name").orElseThrow())
            .texts("description", "pool", "snapname", "storage", "format", "target")
            .flags("full")
            .integers("bwlimit")
            .require("newid");
    private static final PveCallSchema CREATE = PveCallSchema.none()
            .with(PveCallSchema.VM_OPTIONS)
            .add("vmid", PveCallSchema.Type.VM_ID)
            .texts("pool", "storage")
            .flags("start")
            .require("vmid");
    private static final PveCallSchema UPDATE =
            PveCallSchema.none().with(PveCallSchema.VM_OPTIONS).texts("digest", "delete");
    private static final PveCallSchema RESIZE = PveCallSchema.none()
            .texts("digest")
            .add(
                    "disk",
                    PveCallSchema.Type.text(
                            "(scsi|virtio|ide|sata)\\d+", "value '%s' does not have a value in the enumeration"))
            .add("size", PveCallSchema.Type.text("\\+?\\d+(\\.\\d+)?[KMGT]?", "value does not match the regex pattern"))
            .require("disk", "size");
    private static final PveCallSchema START =
            PveCallSchema.none().texts("machine", "force-cpu", "stateuri").integers("timeout");
    private static final PveCallSchema STOP =
            PveCallSchema.none().integers("timeout").flags("overrule-shutdown", "keepActive");
    private static final PveCallSchema DESTROY =
            PveCallSchema.none().flags("purge", "destroy-unreferenced-disks", "skiplock");
    private static final PveCallSchema TASKS = PveCallSchema.none()
            .texts("userfilter", "typefilter", "statusfilter")
            .integers("start", "limit", "since", "until")
            .flags("errors")
            .add("vmid", PveCallSchema.Type.VM_ID)
            .add(
                    "source",
                    PveCallSchema.Type.text(
                            "archive|active|all",
                            "value '%s' does not have a value in the enumeration 'archive, active, all'"));

    private final PveCluster cluster;
    private final PveStorageCalls storages;

    PveNodeCalls(PveCluster cluster) {
        this.cluster = cluster;
        this.storages = new PveStorageCalls(cluster);
    }

    ArrayNode list() {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        for (String node : PveInventory.NODES) {
            items.add(cluster.inventory().node(node, usedMiB(node)));
        }
        return items;
    }

    private long usedMiB(String node) {
        return cluster.vms().stream()
                .filter(vm -> vm.running && vm.node.equals(node))
                .mapToLong(PveRenderer::memoryMiB)
                .sum();
    }

    /** @param parts path below {@code /nodes}: node, resource type, ID, … */
    JsonNode route(HttpApiRequest request, List<String> parts) {
        String node = parts.getFirst();
        cluster.inventory().requireNode(node);
        List<String> rest = parts.subList(1, parts.size());
        if (rest.size() > 1 && rest.getFirst().equals("qemu")) {
            return machine(request, node, rest.subList(1, rest.size()));
        }
        if (rest.size() == 3
                && rest.getFirst().equals("tasks")
                && request.method().equals("GET")) {
            return task(request, node, rest.get(1), rest.get(2));
        }
        if (rest.size() > 2 && rest.getFirst().equals("storage")) {
            return storages.route(request, node, rest.get(1), rest.subList(2, rest.size()));
        }
        return switch (request.method() + " " + String.join("/", rest)) {
            case "GET qemu" -> {
                PveParameters.of(request, PveCallSchema.none().flags("full"));
                yield machines(node);
            }
            case "POST qemu" -> task(cluster.factory().create(node, PveParameters.of(request, CREATE)));
            case "GET tasks" -> cluster.tasks().list(node, PveParameters.of(request, TASKS));
            case "GET status" -> {
                PveParameters.of(request, PveCallSchema.none());
                yield cluster.inventory().status(node, usedMiB(node));
            }
            case "GET lxc" -> {
                PveParameters.of(request, PveCallSchema.none());
                yield JsonNodeFactory.instance.arrayNode();
            }
            case "GET storage" -> storages.list(request);
            case "GET network" ->
                cluster.inventory()
                        .networks(PveParameters.of(request, PveCallSchema.none().texts("type"))
                                .find("type"));
            default -> throw unknown(request, parts);
        };
    }

    private static PveException unknown(HttpApiRequest request, List<String> parts) {
        return PveException.unknownPath(request.method(), "/nodes/" + String.join("/", parts));
    }

    private JsonNode machines(String node) {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        cluster.vms().stream()
                .filter(vm -> vm.node.equals(node))
                .map(PveRenderer::listed)
                .forEach(items::add);
        return items;
    }

    /** @param parts VM ID and the path below it */
    private JsonNode machine(HttpApiRequest request, String node, List<String> parts) {
        PveCallSchema.Type.VM_ID.problem(parts.getFirst()).ifPresent(problem -> {
            throw PveException.parameter("vmid", problem);
        });
        int id = Integer.parseInt(parts.getFirst());
        return switch (request.method() + " " + String.join("/", parts.subList(1, parts.size()))) {
            case "POST clone" -> task(cluster.factory().cloneVm(node, id, PveParameters.of(request, CLONE)));
            case "GET config" -> {
                PveParameters.of(request, PveCallSchema.none().texts("snapshot").flags("current"));
                yield PveRenderer.config(cluster.require(node, id));
            }
            case "POST config" ->
                task(cluster.updateLater(cluster.require(node, id), PveParameters.of(request, UPDATE)));
            case "PUT config" -> {
                cluster.update(cluster.require(node, id), PveParameters.of(request, UPDATE));
                yield JsonNodeFactory.instance.nullNode();
            }
            case "PUT resize" -> task(cluster.resize(cluster.require(node, id), PveParameters.of(request, RESIZE)));
            case "GET status/current" -> {
                PveParameters.of(request, PveCallSchema.none());
                PveVm vm = cluster.require(node, id);
                cluster.life().seen(vm);
                yield PveRenderer.current(vm);
            }
            case "POST status/start" -> {
                PveParameters.of(request, START);
                yield task(cluster.start(cluster.require(node, id)));
            }
            case "POST status/stop" -> {
                PveParameters.of(request, STOP);
                yield task(cluster.stop(cluster.require(node, id)));
            }
            case "GET agent/network-get-interfaces" -> {
                PveParameters.of(request, PveCallSchema.none());
                yield PveRenderer.interfaces(cluster.require(node, id));
            }
            case "DELETE " -> {
                PveParameters.of(request, DESTROY);
                yield task(cluster.destroy(cluster.require(node, id)));
            }
            default -> throw unknown(request, parts);
        };
    }

    private static JsonNode task(PveTask task) {
        return JsonNodeFactory.instance.textNode(task.upid);
    }

    private JsonNode task(HttpApiRequest request, String node, String upid, String view) {
        PveTask task = cluster.tasks().find(node, upid);
        return switch (view) {
            case "status" -> {
                PveParameters.of(request, PveCallSchema.none());
                yield task.status();
            }
            case "log" ->
                cluster.tasks()
                        .log(
                                task,
                                PveParameters.of(
                                        request,
                                        PveCallSchema.none()
                                                .integers("start", "limit")
                                                .flags("download")));
            default ->
                throw PveException.unknownPath(request.method(), "/nodes/" + node + "/tasks/" + upid + "/" + view);
        };
    }
}
