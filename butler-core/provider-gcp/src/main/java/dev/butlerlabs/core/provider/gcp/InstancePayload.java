package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Renders the request for an instance. Pure. */
final class InstancePayload {
    private static final String USER_DATA = "user-data";
    private static final int LARGEST_USER_DATA = 256 * 1024;
    private static final String ALL_APIS = "https://www.googleapis.com/auth/cloud-platform";

    private InstancePayload() {}

    static ObjectNode of(MachineSpec spec, GcpSettings settings, String zone) {
        refuseUnsupported(spec);
        SortedMap<String, String> labels = GcpOwnership.labels(spec.id(), spec.labels());
        ObjectNode body = JsonDocument.object()
                .put("name", spec.id().name())
                .put("description", "Managed by Butler.")
                .put("machineType", "zones/%s/machineTypes/%s".formatted(zone, settings.machineTypeOf(spec)));
        put(body.putObject("labels"), labels);
        body.set("disks", disks(spec, settings, zone, labels));
        body.putArray("networkInterfaces").add(networkInterface(settings));
        ArrayNode tags = body.putObject("tags").putArray("items");
        settings.tags().forEach(tags::add);
        if (spec.role() == MachineRole.CONTROL_PLANE) {
            tags.add(GcpLoadBalancerNames.targetTag(spec.id().owner()));
        }
        spec.userData()
                .ifPresent(data -> body.putObject("metadata")
                        .putArray("items")
                        .addObject()
                        .put("key", USER_DATA)
                        .put("value", data.value()));
        settings.serviceAccount()
                .ifPresent(email -> body.putArray("serviceAccounts")
                        .addObject()
                        .put("email", email)
                        .putArray("scopes")
                        .add(ALL_APIS));
        return body;
    }

    private static void refuseUnsupported(MachineSpec spec) {
        if (spec.networkData().isPresent()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Machine %s has networkData, which Google Cloud does not support."
                            .formatted(spec.id().name()),
                    "Add the network configuration to the machine configuration, or let the subnetwork assign addresses.");
        }
        spec.userData()
                .map(data -> data.value().getBytes(StandardCharsets.UTF_8).length)
                .filter(length -> length > LARGEST_USER_DATA)
                .ifPresent(length -> {
                    throw new ButlerException(
                            ErrorCode.INVALID_INPUT,
                            "The user data of machine %s has %d bytes; the maximum of Google Cloud is %d."
                                    .formatted(spec.id().name(), length, LARGEST_USER_DATA),
                            "Use a smaller machine configuration.");
                });
    }

    private static ArrayNode disks(MachineSpec spec, GcpSettings settings, String zone, Map<String, String> labels) {
        ArrayNode disks = JsonDocument.object().arrayNode();
        ObjectNode root = disk(spec.id().name(), spec.diskGiB(), settings.diskType(), zone, labels);
        root.put("boot", true).withObject("/initializeParams").put("sourceImage", settings.imageOf(spec.image()));
        disks.add(root);
        for (int i = 0; i < spec.extraDisks().size(); i++) {
            ExtraDisk extra = spec.extraDisks().get(i);
            String type = Optional.ofNullable(extra.storageClass())
                    .filter(text -> !text.isBlank())
                    .orElse(settings.diskType());
            disks.add(disk("%s-disk-%d".formatted(spec.id().name(), i + 1), extra.sizeGB(), type, zone, labels));
        }
        return disks;
    }

    private static ObjectNode disk(String name, int sizeGiB, String type, String zone, Map<String, String> labels) {
        ObjectNode disk = JsonDocument.object().put("autoDelete", true).put("deviceName", name);
        ObjectNode created = disk.putObject("initializeParams")
                .put("diskName", name)
                .put("diskSizeGb", Integer.toString(sizeGiB))
                .put("diskType", "zones/%s/diskTypes/%s".formatted(zone, type));
        put(created.putObject("labels"), labels);
        return disk;
    }

    private static ObjectNode networkInterface(GcpSettings settings) {
        ObjectNode card = JsonDocument.object().put("network", settings.networkPath());
        settings.subnetworkPath().ifPresent(path -> card.put("subnetwork", path));
        if (settings.publicAddress()) {
            card.putArray("accessConfigs")
                    .addObject()
                    .put("name", "External NAT")
                    .put("type", "ONE_TO_ONE_NAT");
        }
        return card;
    }

    private static void put(ObjectNode node, Map<String, String> labels) {
        labels.forEach(node::put);
    }
}
