package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** Rejects requests for instances that Compute Engine rejects. */
record GcpInstanceValidator(GcpCatalog catalog, GcpLinks links) {
    static final String NAME = "[a-z]([-a-z0-9]{0,61}[a-z0-9])?";

    private static final GcpSchema BODY = GcpSchema.of("""
            name description machineType labels{*} canIpForward deletionProtection hostname minCpuPlatform
            disks[]{boot autoDelete deviceName type mode index source interface
                initializeParams{diskName diskSizeGb diskType sourceImage labels{*} description}}
            networkInterfaces[]{network subnetwork networkIP nicType stackType
                accessConfigs[]{name type natIP networkTier}}
            metadata{items[]{key value} fingerprint}
            tags{items[] fingerprint}
            serviceAccounts[]{email scopes[]}
            scheduling{automaticRestart onHostMaintenance preemptible provisioningModel}
            shieldedInstanceConfig{enableSecureBoot enableVtpm enableIntegrityMonitoring}
            """);
    private static final int LARGEST_VALUE = 256 * 1024;
    private static final int LARGEST_METADATA = 512 * 1024;
    private static final int MOST_LABELS = 64;
    private static final int MOST_TAGS = 64;

    void check(ObjectNode body, String zone) {
        BODY.check(body);
        requireName("resource.name", body.path("name").asText());
        checkLabels(body.path("labels"));
        String type = links.path(body.path("machineType").asText());
        String prefix = "zones/%s/machineTypes/".formatted(zone);
        if (!type.startsWith(prefix)
                || catalog.machineTypes
                        .find(zone, type.substring(prefix.length()))
                        .isEmpty()) {
            throw GcpApiError.invalidValue(
                    "resource.machineType", body.path("machineType").asText());
        }
        checkDisks(body.path("disks"), zone);
        checkNetwork(body.path("networkInterfaces"));
        checkMetadata(body.path("metadata").path("items"));
        if (body.at("/tags/items").size() > MOST_TAGS) {
            throw GcpApiError.invalid("Too many tags.");
        }
        body.at("/tags/items").forEach(tag -> requireName("resource.tags.items", tag.asText()));
    }

    static void requireName(String field, String name) {
        if (!name.matches(NAME)) {
            throw GcpApiError.invalid(
                    "Invalid value for field '%s': '%s'. Must be a match of regex '(?:[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?)'"
                            .formatted(field, name));
        }
    }

    static void checkLabels(JsonNode labels) {
        if (labels.size() > MOST_LABELS) {
            throw GcpApiError.invalid("Too many labels.");
        }
        labels.properties().forEach(label -> {
            if (!label.getKey().matches("[a-z][a-z0-9_-]{0,62}")) {
                throw GcpApiError.invalid(
                        "Invalid value for field 'resource.labels': ''. Label key '%s' violates format constraints."
                                .formatted(label.getKey()));
            }
            if (!label.getValue().asText().matches("[a-z0-9_-]{0,63}")) {
                throw GcpApiError.invalid(
                        "Invalid value for field 'resource.labels': ''. Label value '%s' violates format constraints."
                                .formatted(label.getValue().asText()));
            }
        });
    }

    private void checkDisks(JsonNode disks, String zone) {
        if (disks.isEmpty() || !disks.path(0).path("boot").asBoolean(false)) {
            throw GcpApiError.invalidValue("resource.disks", "the first disk must be a boot disk");
        }
        for (JsonNode disk : disks) {
            JsonNode parameters = disk.path("initializeParams");
            requireName(
                    "resource.disks.initializeParams.diskName",
                    parameters.path("diskName").asText());
            checkLabels(parameters.path("labels"));
            String type = links.path(parameters.path("diskType").asText());
            if (GcpCatalog.DISK_TYPES.stream()
                    .noneMatch(name -> type.equals("zones/%s/diskTypes/%s".formatted(zone, name)))) {
                throw GcpApiError.invalidValue("resource.disks.initializeParams.diskType", type);
            }
            long size = parameters.path("diskSizeGb").asLong(0);
            if (size < 1 || size > 65536) {
                throw GcpApiError.invalidValue("resource.disks.initializeParams.diskSizeGb", Long.toString(size));
            }
            if (disk.path("boot").asBoolean(false)) {
                checkImage(parameters.path("sourceImage").asText(), size);
            }
        }
    }

    private void checkImage(String reference, long size) {
        ObjectNode image = catalog.find(links.path(reference)).orElseThrow(() -> GcpApiError.notFound(reference));
        if (!image.path("status").asText().equals("READY")) {
            throw new GcpApiError(
                    400,
                    "resourceNotReady",
                    "The resource '%s' is not ready"
                            .formatted(image.path("selfLink").asText()));
        }
        if (size < image.path("diskSizeGb").asLong()) {
            throw GcpApiError.invalid("Requested disk size cannot be smaller than the image size (%s GB)"
                    .formatted(image.path("diskSizeGb").asText()));
        }
    }

    private void checkNetwork(JsonNode cards) {
        if (cards.size() != 1) {
            throw GcpApiError.invalid("At least one network interface is required.");
        }
        String network = links.path(cards.get(0).path("network").asText());
        ObjectNode found = catalog.find(network).orElseThrow(() -> GcpApiError.notFound(network));
        String subnetwork = links.path(cards.get(0).path("subnetwork").asText(""));
        if (subnetwork.isEmpty()) {
            if (!found.path("autoCreateSubnetworks").asBoolean()) {
                throw GcpApiError.invalid(
                        "Invalid value for field 'resource.networkInterfaces[0]': ''. Subnetwork should be specified for custom subnetmode network");
            }
            return;
        }
        ObjectNode below = catalog.find(subnetwork).orElseThrow(() -> GcpApiError.notFound(subnetwork));
        if (!links.path(below.path("network").asText()).equals(network)) {
            throw GcpApiError.invalidValue("resource.networkInterfaces[0].subnetwork", subnetwork);
        }
    }

    private static void checkMetadata(JsonNode items) {
        long all = 0;
        for (JsonNode item : items) {
            int length = item.path("value").asText().getBytes(StandardCharsets.UTF_8).length;
            all += length;
            if (!item.path("key").asText().matches("[a-zA-Z0-9_-]{1,128}") || length > LARGEST_VALUE) {
                throw GcpApiError.invalid(
                        "Invalid value for field 'resource.metadata.items'. Value for the field is too large.");
            }
        }
        if (all > LARGEST_METADATA) {
            throw GcpApiError.invalid("Invalid value for field 'resource.metadata'. The metadata is too large.");
        }
    }
}
