package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An instance as Compute Engine returns it. */
record GcpInstance(JsonNode json) {
    /** Of several instances of one machine the oldest is kept. */
    static final Comparator<GcpInstance> KEPT_FIRST =
            Comparator.comparing(GcpInstance::createdAt).thenComparing(GcpInstance::id);

    String name() {
        return json.path("name").asText("");
    }

    /** Returns the numeric ID, which no other instance ever has. */
    String id() {
        return json.path("id").asText("");
    }

    /** Returns the path below the project. */
    String path() {
        return "zones/%s/instances/%s".formatted(zone(), name());
    }

    String zone() {
        return GcpPaths.name(json.path("zone").asText(""));
    }

    boolean isOf(MachineId machine) {
        return GcpOwnership.isOf(machine, json);
    }

    private Instant createdAt() {
        return JsonDocument.text(json, "/creationTimestamp")
                .map(text -> OffsetDateTime.parse(text).toInstant())
                .orElse(Instant.MAX);
    }

    MachineState state(String project) {
        String providerId = providerId(project, zone(), name());
        return switch (json.path("status").asText("")) {
            case "PROVISIONING", "STAGING", "PENDING" ->
                new MachineState.Starting(providerId, "Compute Engine is creating the instance.");
            case "RUNNING" -> running(providerId);
            case "REPAIRING" -> new MachineState.Starting(providerId, "Compute Engine is repairing the instance.");
            case "STOPPING", "PENDING_STOP", "DEPROVISIONING" -> new MachineState.Leaving(providerId);
            case "TERMINATED", "STOPPED", "SUSPENDING", "SUSPENDED" ->
                new MachineState.Broken(providerId, "VMStopped", stopped());
            case "" ->
                new MachineState.Starting(providerId, "Compute Engine has not reported the state of the instance yet.");
            case String other -> new MachineState.Starting(providerId, "Compute Engine reports %s.".formatted(other));
        };
    }

    /** Returns the provider ID that Talos and the cloud controller also set on the node. */
    static String providerId(String project, String zone, String name) {
        return "gce://%s/%s/%s".formatted(project, zone, name);
    }

    private MachineState running(String providerId) {
        List<String> addresses = addresses();
        return addresses.isEmpty()
                ? new MachineState.Starting(providerId, "The instance is running but has no address yet.")
                : new MachineState.Running(providerId, addresses, Optional.empty(), Optional.of(zone()));
    }

    private String stopped() {
        String reason = json.path("statusMessage").asText("");
        return "The instance is stopped (%s)%s"
                .formatted(json.path("status").asText(), reason.isBlank() ? "." : ": " + reason);
    }

    /** Returns the public address first, since Butler may run outside the network. */
    List<String> addresses() {
        return Stream.concat(
                        cards().flatMap(GcpInstance::publicAddresses),
                        cards().map(card -> card.path("networkIP").asText("")))
                .filter(address -> !address.isBlank())
                .distinct()
                .toList();
    }

    private Stream<JsonNode> cards() {
        return JsonDocument.items(json.path("networkInterfaces"));
    }

    private static Stream<String> publicAddresses(JsonNode card) {
        return JsonDocument.items(card.path("accessConfigs"))
                .map(access -> access.path("natIP").asText(""));
    }
}
