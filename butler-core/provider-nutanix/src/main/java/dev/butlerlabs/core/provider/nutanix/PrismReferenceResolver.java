package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Resolves references to Prism resources by UUID or name. */
final class PrismReferenceResolver {
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private final PrismClient prism;
    private final PrismListReader listing;
    private final StorageContainerReader containers;

    PrismReferenceResolver(PrismClient prism) {
        this.prism = prism;
        this.listing = new PrismListReader(prism);
        this.containers = new StorageContainerReader(prism);
    }

    static boolean isUuid(String text) {
        return UUID.matcher(text).matches();
    }

    /** Returns the UUID of a cluster. A given UUID is not looked up. */
    String cluster(String reference) {
        return isUuid(reference) ? reference : uuid(clusterEntity(reference));
    }

    String image(String reference) {
        return isUuid(reference) ? reference : uuid(imageEntity(reference));
    }

    /** Returns the UUID of a subnet of one cluster, or of one that spans all clusters. */
    String subnet(String reference, String cluster) {
        return isUuid(reference) ? reference : uuid(subnetEntity(reference, cluster));
    }

    /** Returns the UUID of a storage container. Names are unique only within a cluster. */
    String storageContainer(String reference, String cluster) {
        return isUuid(reference)
                ? reference
                : storageContainerEntity(reference, cluster).uuid();
    }

    /** Returns the cluster. Prism does not filter clusters by name; there are few. */
    JsonNode clusterEntity(String reference) {
        if (isUuid(reference)) {
            return byUuid("cluster", "/clusters", reference);
        }
        List<JsonNode> matches = listing.all("cluster", "/clusters").stream()
                .filter(cluster -> PrismListReader.nameOf(cluster).equals(reference))
                .toList();
        return only("cluster", reference, matches, PrismReferenceResolver::uuid);
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

    StorageContainerReader.Container storageContainerEntity(String reference, String cluster) {
        List<StorageContainerReader.Container> matches = containers.all().stream()
                .filter(container -> container.uuid().equalsIgnoreCase(reference)
                        || (container.name().equals(reference)
                                && container.cluster().equals(cluster)))
                .toList();
        return only("storage container", reference, matches, StorageContainerReader.Container::uuid);
    }

    /**
     * Returns the cluster of a subnet.
     *
     * @return empty if it spans all clusters
     */
    static String clusterOf(JsonNode subnet) {
        return JsonDocument.text(subnet, "/spec/cluster_reference/uuid")
                .or(() -> JsonDocument.text(subnet, "/status/cluster_reference/uuid"))
                .orElse("");
    }

    private JsonNode entity(String kind, String path, String reference, Predicate<JsonNode> fits) {
        if (isUuid(reference)) {
            return byUuid(kind, path, reference);
        }
        List<JsonNode> matches = listing.named(kind, path, "name", reference).stream()
                .filter(fits)
                .toList();
        return only(kind, reference, matches, PrismReferenceResolver::uuid);
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
                        "Prism has several resources of type %s with the name %s: %s."
                                .formatted(
                                        kind,
                                        reference,
                                        matches.stream().map(uuid).sorted().collect(Collectors.joining(", "))),
                        "Use the UUID instead of the name.");
        };
    }

    private static ButlerException missing(String kind, String reference) {
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "The %s %s does not exist in Prism, or the user cannot read it.".formatted(kind, reference),
                "Check its name or UUID in Prism Central and fix the settings.");
    }
}
