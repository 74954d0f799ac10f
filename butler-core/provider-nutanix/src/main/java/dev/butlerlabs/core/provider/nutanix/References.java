package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds what settings refer to by UUID or name. */
final class References {
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private final PrismClient prism;
    private final Listing listing;
    private final StorageContainers containers;

    References(PrismClient prism) {
        this.prism = prism;
        this.listing = new Listing(prism);
        this.containers = new StorageContainers(prism);
    }

    static boolean isUuid(String text) {
        return UUID.matcher(text).matches();
    }

    /** The UUID of a cluster; one that is given is not looked up. */
    String cluster(String reference) {
        return isUuid(reference) ? reference : uuid(clusterEntity(reference));
    }

    String image(String reference) {
        return isUuid(reference) ? reference : uuid(imageEntity(reference));
    }

    /** A subnet of one cluster, or one that spans all. */
    String subnet(String reference, String cluster) {
        return isUuid(reference) ? reference : uuid(subnetEntity(reference, cluster));
    }

    /** Every cluster has containers of the same names, so that only the cluster makes a name plain. */
    String storageContainer(String reference, String cluster) {
        return isUuid(reference)
                ? reference
                : storageContainerEntity(reference, cluster).uuid();
    }

    /** Clusters are few, and Prism does not filter them by name. */
    JsonNode clusterEntity(String reference) {
        if (isUuid(reference)) {
            return byUuid("cluster", "/clusters", reference);
        }
        List<JsonNode> matches = listing.all("cluster", "/clusters").stream()
                .filter(cluster -> Listing.nameOf(cluster).equals(reference))
                .toList();
        return only("cluster", reference, matches, References::uuid);
    }

    JsonNode imageEntity(String reference) {
        return entity("image", "/images", reference, _ -> true);
    }

    JsonNode subnetEntity(String reference, String cluster) {
        return entity(
                "subnet",
                "/subnets",
                reference,
                subnet -> clusterOf(subnet).isEmpty() || clusterOf(subnet).equals(cluster));
    }

    StorageContainers.Container storageContainerEntity(String reference, String cluster) {
        List<StorageContainers.Container> matches = containers.all().stream()
                .filter(container -> container.uuid().equalsIgnoreCase(reference)
                        || (container.name().equals(reference)
                                && container.cluster().equals(cluster)))
                .toList();
        return only("storage container", reference, matches, StorageContainers.Container::uuid);
    }

    /** The cluster a subnet is bound to; empty where it spans all. */
    static String clusterOf(JsonNode subnet) {
        return Json.text(subnet, "/spec/cluster_reference/uuid")
                .or(() -> Json.text(subnet, "/status/cluster_reference/uuid"))
                .orElse("");
    }

    private JsonNode entity(String kind, String path, String reference, Predicate<JsonNode> fits) {
        if (isUuid(reference)) {
            return byUuid(kind, path, reference);
        }
        List<JsonNode> matches = listing.named(kind, path, "name", reference).stream()
                .filter(fits)
                .toList();
        return only(kind, reference, matches, References::uuid);
    }

    private JsonNode byUuid(String kind, String path, String uuid) {
        return prism.find(path + "/" + uuid.toLowerCase(Locale.ROOT)).orElseThrow(() -> missing(kind, uuid));
    }

    static String uuid(JsonNode entity) {
        return entity.at("/metadata/uuid").asText();
    }

    private static <T> T only(String kind, String reference, List<T> matches, Function<T, String> uuid) {
        return switch (matches.size()) {
            case 0 -> throw missing(kind, reference);
            case 1 -> matches.getFirst();
            default ->
                throw new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "There is more than one %s named %s in Prism: %s."
                                .formatted(
                                        kind,
                                        reference,
                                        matches.stream().map(uuid).sorted().collect(Collectors.joining(", "))),
                        "Give the UUID of the one that is meant.");
        };
    }

    private static ButlerException missing(String kind, String reference) {
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "There is no %s %s in Prism, or this user may not see it.".formatted(kind, reference),
                "Look for its name or UUID in Prism Central and correct the settings.");
    }
}
