package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.internal.KubernetesDeserializer;

/**
 * Stands in native programs for what the Kubernetes client does with a bare array of resources: it has a builder at hand for each kind
 * there is, and all of them would be built in. No server answers with such an array, and no command reads one.
 */
@TargetClass(KubernetesDeserializer.class)
final class ResourceArrays {
    private ResourceArrays() {}

    @Substitute
    @SuppressWarnings("DoNotCallSuggester") // nobody does: it takes the place of a method
    KubernetesResource fromArrayNode(JsonParser parser, JsonNode array) throws JsonMappingException {
        throw JsonMappingException.from(parser, "%d resources without a list around them".formatted(array.size()));
    }
}
