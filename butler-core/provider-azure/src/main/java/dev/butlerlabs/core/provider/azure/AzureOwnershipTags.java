package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Converts ownership tags to tags of Azure, whose names have no slash and are compared without case. */
final class AzureOwnershipTags {
    static final String MANAGED_BY = "butler-managed-by";
    static final String OWNER = "butler-owner";
    static final String MACHINE = "butler-machine";
    static final String IMAGE = "butler-image";

    private static final int MOST = 50;
    private static final int LONGEST_VALUE = 256;

    private AzureOwnershipTags() {}

    /** Returns all tags of a machine and its resources. Ownership tags take precedence over labels with the same name. */
    static Map<String, String> of(MachineId id, Map<String, String> labels) {
        Map<String, String> tags = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        tags.put(MANAGED_BY, OwnershipTags.MANAGER);
        tags.put(OWNER, id.owner().uid());
        tags.put(MACHINE, id.name());
        new TreeMap<>(labels).forEach((key, value) -> {
            if (tags.size() < MOST) {
                tags.putIfAbsent(key.replaceAll("[<>%&\\\\?/]", "_"), shortened(value));
            }
        });
        return tags;
    }

    static Map<String, String> of(LoadBalancerId id) {
        Map<String, String> tags = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        tags.put(MANAGED_BY, OwnershipTags.MANAGER);
        tags.put(OWNER, id.owner().uid());
        return tags;
    }

    /** Returns the tags of an image and of the disk that it is uploaded to. */
    static Map<String, String> of(ImageId id) {
        return new TreeMap<>(Map.of(MANAGED_BY, OwnershipTags.MANAGER, IMAGE, id.digest()));
    }

    static boolean isOf(ImageId id, JsonNode resource) {
        Map<String, String> tags = read(resource);
        return OwnershipTags.MANAGER.equals(tags.get(MANAGED_BY)) && id.digest().equals(tags.get(IMAGE));
    }

    private static String shortened(String value) {
        return value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) : value;
    }

    static ObjectNode json(Map<String, String> tags) {
        ObjectNode node = JsonDocument.object();
        tags.forEach(node::put);
        return node;
    }

    static Map<String, String> read(JsonNode resource) {
        Map<String, String> tags = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        resource.path("tags")
                .properties()
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText("")));
        return tags;
    }

    /**
     * Returns the owner of a resource.
     *
     * @return empty if it does not belong to Butler or the tags are not valid
     */
    static Optional<OwnerId> owner(JsonNode resource) {
        Map<String, String> tags = read(resource);
        return OwnershipTags.owner(Map.of(
                OwnershipTags.MANAGED_BY,
                tags.getOrDefault(MANAGED_BY, ""),
                OwnershipTags.OWNER,
                tags.getOrDefault(OWNER, "")));
    }

    static boolean isOf(MachineId id, JsonNode resource) {
        return isOf(id.owner(), resource)
                && id.name().equalsIgnoreCase(read(resource).get(MACHINE));
    }

    static boolean isOf(OwnerId owner, JsonNode resource) {
        return owner(resource).filter(owner::equals).isPresent();
    }
}
