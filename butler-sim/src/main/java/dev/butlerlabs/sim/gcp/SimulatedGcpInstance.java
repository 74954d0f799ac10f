package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An instance, guarded by the lock of its project. */
final class SimulatedGcpInstance {
    final String id;
    final String zone;
    final ObjectNode body;
    final String createdAt;
    /** Paths of its disks, in the order of the request. */
    final List<String> disks;

    String status = "PROVISIONING";
    /** Whether responses contain it: a new instance appears some time after its operation. */
    boolean visible;
    /** Whether its creation will fail. */
    boolean doomed;

    boolean withoutAddress;
    Optional<Inside> inside = Optional.empty();
    /** Action to run once a client has seen the instance running. */
    Optional<Runnable> afterSeen = Optional.empty();

    SimulatedGcpInstance(String id, String zone, ObjectNode body, String createdAt, List<String> disks) {
        this.id = id;
        this.zone = zone;
        this.body = body;
        this.createdAt = createdAt;
        this.disks = List.copyOf(disks);
    }

    String name() {
        return body.path("name").asText();
    }

    String path() {
        return "zones/%s/instances/%s".formatted(zone, name());
    }

    Optional<String> address() {
        return status.equals("RUNNING") && !withoutAddress ? inside.map(Inside::address) : Optional.empty();
    }

    Optional<String> userData() {
        return body.at("/metadata/items")
                .valueStream()
                .filter(item -> item.path("key").asText().equals("user-data"))
                .map(item -> item.path("value").asText())
                .findFirst();
    }

    void switchOff() {
        inside.ifPresent(Inside::close);
        inside = Optional.empty();
    }

    SimulatedMachine machine() {
        Map<String, String> labels = new LinkedHashMap<>();
        body.path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        Power power = switch (status) {
            case "RUNNING" -> Power.ON;
            case "STOPPING" -> Power.LEAVING;
            case "TERMINATED" -> Power.OFF;
            default -> Power.BOOTING;
        };
        return new SimulatedMachine(id, name(), power, labels, address());
    }

    /** Returns the instance as the API returns it. */
    ObjectNode json(GcpLinks links) {
        ObjectNode json = body.deepCopy();
        json.put("kind", "compute#instance")
                .put("id", id)
                .put("creationTimestamp", createdAt)
                .put("status", status)
                .put("zone", links.of("zones/" + zone))
                .put("selfLink", links.of(path()))
                .put("machineType", links.of(links.path(body.path("machineType").asText())))
                .put("cpuPlatform", "Simulated")
                .put("fingerprint", "c2ltdWxhdGVk")
                .put("labelFingerprint", "bGFiZWxz");
        json.withObject("/tags").put("fingerprint", "dGFncw==");
        json.withObject("/metadata").put("kind", "compute#metadata").put("fingerprint", "bWV0YQ==");
        ArrayNode shown = json.putArray("disks");
        for (int i = 0; i < disks.size(); i++) {
            JsonNode requested = body.path("disks").path(i);
            shown.addObject()
                    .put("kind", "compute#attachedDisk")
                    .put("type", "PERSISTENT")
                    .put("mode", "READ_WRITE")
                    .put("index", i)
                    .put("boot", requested.path("boot").asBoolean(false))
                    .put("autoDelete", requested.path("autoDelete").asBoolean(false))
                    .put("deviceName", requested.path("deviceName").asText("disk-" + i))
                    .put("source", links.of(disks.get(i)));
        }
        json.path("networkInterfaces").valueStream().map(ObjectNode.class::cast).forEach(this::connect);
        return json;
    }

    private void connect(ObjectNode card) {
        card.put("kind", "compute#networkInterface").put("name", "nic0");
        address().ifPresent(address -> {
            card.put("networkIP", address);
            card.path("accessConfigs")
                    .valueStream()
                    .map(ObjectNode.class::cast)
                    .forEach(
                            access -> access.put("kind", "compute#accessConfig").put("natIP", address));
        });
    }
}
