package dev.butlerlabs.core.embedded.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.resource.Verb;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** The resource descriptions shared by both discovery formats. */
final class Words {
    /** The order of the verbs of custom resources, which kube-apiserver lists differently from those of built-in resources. */
    private static final List<Verb> CUSTOM_ORDER = List.of(
            Verb.DELETE, Verb.DELETE_COLLECTION, Verb.GET, Verb.LIST, Verb.PATCH, Verb.CREATE, Verb.UPDATE, Verb.WATCH);

    private Words() {}

    /** Returns an opaque hash that changes with the storage version. */
    static String storageVersionHash(Resource resource) {
        try {
            String version = resource.storage().apiVersion() + "/" + resource.kind();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(version.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> verbs(Resource resource) {
        List<Verb> order = resource.isCustom() ? CUSTOM_ORDER : List.of(Verb.values());
        return order.stream().filter(resource.verbs()::contains).map(Verb::word).toList();
    }

    static List<String> verbs(Subresource part) {
        return part == Subresource.FINALIZE ? List.of("update") : List.of("get", "patch", "update");
    }

    static List<Subresource> parts(Resource resource) {
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
