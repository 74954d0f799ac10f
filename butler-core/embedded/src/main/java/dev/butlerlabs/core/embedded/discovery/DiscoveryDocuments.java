package dev.butlerlabs.core.embedded.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.resource.ResourceVerb;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** The resource descriptions shared by both discovery formats. */
final class DiscoveryDocuments {
    /** The order of the verbs of custom resources, which kube-apiserver lists differently from those of built-in resources. */
    private static final List<ResourceVerb> CUSTOM_ORDER = List.of(
            ResourceVerb.DELETE,
            ResourceVerb.DELETE_COLLECTION,
            ResourceVerb.GET,
            ResourceVerb.LIST,
            ResourceVerb.PATCH,
            ResourceVerb.CREATE,
            ResourceVerb.UPDATE,
            ResourceVerb.WATCH);

    private DiscoveryDocuments() {}

    /** Returns an opaque hash that changes with the storage version. */
    static String storageVersionHash(ServedResource resource) {
        try {
            String version = resource.storage().apiVersion() + "/" + resource.kind();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(version.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> verbs(ServedResource resource) {
        List<ResourceVerb> order = resource.isCustom() ? CUSTOM_ORDER : List.of(ResourceVerb.values());
        return order.stream()
                .filter(resource.verbs()::contains)
                .map(ResourceVerb::word)
                .toList();
    }

    static List<String> verbs(Subresource part) {
        return part == Subresource.FINALIZE ? List.of("update") : List.of("get", "patch", "update");
    }

    static List<Subresource> parts(ServedResource resource) {
        return Arrays.stream(Subresource.values())
                .filter(part -> part != Subresource.NONE && resource.behaviour().offers(part))
                .toList();
    }

    static void put(ObjectNode node, String field, List<String> words) {
        ArrayNode list = node.putArray(field);
        words.forEach(list::add);
    }

    static void putUnlessEmpty(ObjectNode node, String field, List<String> words) {
        if (!words.isEmpty()) {
            put(node, field, words);
        }
    }
}
