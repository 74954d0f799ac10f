package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Converts Kubernetes objects to plain trees and back, independent of the resource type. */
final class ResourceTrees {
    static final KubernetesSerialization SERIALIZATION = ObjectSerialization.plain();

    private ResourceTrees() {}

    static <T> T convert(Object value, Class<T> type) {
        return SERIALIZATION.convertValue(value, type);
    }

    /** Parses the documents of a YAML text, except empty ones. */
    static List<GenericKubernetesResource> documents(String yaml) {
        List<GenericKubernetesResource> documents = new ArrayList<>();
        for (String document : yaml.split("(?m)^---\\s*$", -1)) {
            if (!isEmpty(document)) {
                Map<String, Object> tree = SERIALIZATION.unmarshal(document, new TypeReference<>() {});
                documents.add(convert(tree, GenericKubernetesResource.class));
            }
        }
        return documents;
    }

    private static boolean isEmpty(String document) {
        return document.lines()
                .allMatch(line -> line.isBlank() || line.stripLeading().startsWith("#"));
    }
}
