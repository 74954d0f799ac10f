package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ownership marks: labels of instances and disks, and the description of all other resources, most of which have no labels. Labels
 * accept neither dots nor slashes.
 */
final class GcpOwnership {
    static final String MANAGED_BY = "butler-managed-by";
    static final String OWNER = "butler-owner";
    static final String MACHINE = "butler-machine";
    static final String IMAGE = "butler-image";

    private static final String CLUSTER = "butler-cluster";
    private static final int MOST_LABELS = 64;
    private static final int LONGEST = 63;
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_-]{0,62}");
    private static final Pattern DESCRIBED =
            Pattern.compile("Managed by Butler\\. " + OWNER + "=(\\S+) " + CLUSTER + "=(\\S+)");

    private GcpOwnership() {}

    /** Returns the labels of a machine: the marks, and its other labels in the alphabet of Google Cloud as far as there is room. */
    static SortedMap<String, String> labels(MachineId id, Map<String, String> more) {
        SortedMap<String, String> labels = new TreeMap<>();
        labels.put(MANAGED_BY, OwnershipTags.MANAGER);
        labels.put(OWNER, id.owner().uid());
        labels.put(MACHINE, id.name());
        new TreeMap<>(more).forEach((key, value) -> {
            String label = key(key);
            if (labels.size() < MOST_LABELS && KEY.matcher(label).matches()) {
                labels.putIfAbsent(label, value(value));
            }
        });
        return labels;
    }

    private static String key(String text) {
        String known = value(text);
        return known.isEmpty() || Character.isLetter(known.charAt(0)) ? known : "l-" + known;
    }

    private static String value(String text) {
        String known = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "-");
        return known.length() > LONGEST ? known.substring(0, LONGEST) : known;
    }

    /** Returns the filter for everything of a machine. */
    static String filter(MachineId id) {
        return "labels.%s = \"%s\" AND labels.%s = \"%s\" AND labels.%s = \"%s\""
                .formatted(MANAGED_BY, OwnershipTags.MANAGER, OWNER, id.owner().uid(), MACHINE, id.name());
    }

    /** Returns the labels of an image, which are also the metadata of its object in Cloud Storage. */
    static SortedMap<String, String> labels(ImageId id) {
        return new TreeMap<>(Map.of(MANAGED_BY, OwnershipTags.MANAGER, IMAGE, id.digest()));
    }

    static String filter(ImageId id) {
        return "labels.%s = \"%s\" AND labels.%s = \"%s\""
                .formatted(MANAGED_BY, OwnershipTags.MANAGER, IMAGE, id.digest());
    }

    static boolean isOf(ImageId id, JsonNode resource) {
        return isManaged(resource)
                && resource.path("labels").path(IMAGE).asText("").equals(id.digest());
    }

    static boolean isManaged(JsonNode resource) {
        return resource.path("labels").path(MANAGED_BY).asText("").equals(OwnershipTags.MANAGER);
    }

    /** Returns the filter for everything of Butler. */
    static String filter() {
        return "labels.%s = \"%s\"".formatted(MANAGED_BY, OwnershipTags.MANAGER);
    }

    static boolean isOf(MachineId id, JsonNode resource) {
        return owner(resource).filter(id.owner()::equals).isPresent()
                && resource.path("labels").path(MACHINE).asText("").equals(id.name());
    }

    static String description(LoadBalancerId id) {
        return "Managed by Butler. %s=%s %s=%s".formatted(OWNER, id.owner().uid(), CLUSTER, id.cluster());
    }

    static boolean isOf(LoadBalancerId id, JsonNode resource) {
        return description(id).equals(resource.path("description").asText(""));
    }

    /**
     * Returns the owner of a resource by its labels or its description.
     *
     * @return empty if it does not belong to Butler
     */
    static Optional<OwnerId> owner(JsonNode resource) {
        JsonNode labels = resource.path("labels");
        Matcher described = DESCRIBED.matcher(resource.path("description").asText(""));
        String uid = described.matches()
                ? described.group(1)
                : isManaged(resource) ? labels.path(OWNER).asText("") : "";
        return OwnershipTags.owner(Map.of(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER, OwnershipTags.OWNER, uid));
    }
}
