package dev.butlerlabs.core.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.ApiGroup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides whether a stored object already has the content that would be applied, so that a restart of the controllers causes no writes. An annotation
 * contains the hash of what was applied last; it shows which fields were removed since. Other changes show in the fields themselves. Secrets have no
 * such annotation, since it would help to guess their content; they are compared completely. Thread-safe.
 */
final class AppliedContentCheck {
    static final String HASH = ApiGroup.NAME + "/applied-hash";

    private static final int HASH_BYTES = 16;

    private final KubernetesSerialization json;

    AppliedContentCheck(KubernetesSerialization json) {
        this.json = json;
    }

    /**
     * Returns whether applying would change nothing.
     *
     * @param requested the requested object before it was adjusted to the stored one
     * @param adjusted the object that would be applied
     */
    boolean isApplied(DesiredObject<?> requested, HasMetadata adjusted, HasMetadata present) {
        if (present.isMarkedForDeletion()) {
            return false;
        }
        if (adjusted instanceof Secret secret && present instanceof Secret stored) {
            return isSame(secret, stored);
        }
        return Optional.ofNullable(present.getMetadata().getAnnotations())
                        .map(annotations -> annotations.get(HASH))
                        .equals(Optional.of(requested.hash()))
                && contains(tree(present), tree(adjusted));
    }

    /** Returns a copy of the object to apply with the annotation; Secrets are returned unchanged. */
    <T extends HasMetadata> T marked(DesiredObject<T> requested, T adjusted) {
        if (adjusted instanceof Secret) {
            return adjusted;
        }
        T copy = copy(adjusted);
        copy.setMetadata(new ObjectMetaBuilder(adjusted.getMetadata())
                .addToAnnotations(HASH, requested.hash())
                .build());
        return copy;
    }

    /** Returns an object whose metadata can be replaced; the content is shared if possible. */
    @SuppressWarnings("unchecked") // A copy has the class of the original.
    private <T extends HasMetadata> T copy(T original) {
        if (!(original instanceof GenericKubernetesResource generic)) {
            return json.clone(original);
        }
        GenericKubernetesResource copy = new GenericKubernetesResource();
        copy.setApiVersion(generic.getApiVersion());
        copy.setKind(generic.getKind());
        copy.setAdditionalProperties(generic.getAdditionalProperties());
        return (T) copy;
    }

    <T extends HasMetadata> DesiredObject<T> desired(T object) {
        return new DesiredObject<>(object, hash(object));
    }

    /** Returns a hash of the content of an object, which does not depend on the order of its fields: the order of a map differs between processes. */
    String hash(HasMetadata content) {
        return digest(ordered(tree(content)).toString());
    }

    private static JsonNode ordered(JsonNode tree) {
        if (tree.isObject()) {
            ObjectNode sorted = JsonNodeFactory.instance.objectNode();
            new TreeMap<>(tree.propertyStream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)))
                    .forEach((name, value) -> sorted.set(name, ordered(value)));
            return sorted;
        }
        if (tree.isArray()) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode();
            tree.forEach(item -> list.add(ordered(item)));
            return list;
        }
        return tree;
    }

    static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime provides SHA-256", e);
        }
    }

    private JsonNode tree(HasMetadata object) {
        return json.convertValue(object, JsonNode.class);
    }

    /** Returns whether a stored tree has all fields of another one; lists must have the same length. */
    private static boolean contains(JsonNode stored, JsonNode requested) {
        if (requested.isObject()) {
            return stored.isObject()
                    && requested
                            .propertyStream()
                            .allMatch(field -> stored.has(field.getKey())
                                    ? contains(stored.get(field.getKey()), field.getValue())
                                    : isNothing(field.getValue()));
        }
        if (requested.isArray()) {
            return stored.isArray()
                    && stored.size() == requested.size()
                    && IntStream.range(0, requested.size()).allMatch(i -> contains(stored.get(i), requested.get(i)));
        }
        return (requested.isNumber() && stored.isNumber())
                ? requested.decimalValue().compareTo(stored.decimalValue()) == 0
                : requested.equals(stored);
    }

    private static boolean isNothing(JsonNode requested) {
        return requested.isNull() || (requested.isContainerNode() && requested.isEmpty());
    }

    private boolean isSame(Secret requested, Secret stored) {
        return data(requested).equals(data(stored))
                && (requested.getType() == null || Objects.equals(requested.getType(), stored.getType()))
                && contains(
                        json.convertValue(stored.getMetadata(), JsonNode.class),
                        json.convertValue(requested.getMetadata(), JsonNode.class));
    }

    private static Map<String, String> data(Secret secret) {
        Map<String, String> data =
                new HashMap<>(Optional.ofNullable(secret.getData()).orElse(Map.of()));
        Optional.ofNullable(secret.getStringData())
                .orElse(Map.of())
                .forEach((key, text) ->
                        data.put(key, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
        return data;
    }
}
