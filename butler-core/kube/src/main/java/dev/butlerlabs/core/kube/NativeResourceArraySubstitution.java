package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.internal.KubernetesDeserializer;

/**
 * Replaces a method of the Kubernetes client in native images. The original decodes a bare array of resources with a builder per
 * resource type, which would all become part of the image. No server responds with such an array, and no command reads one.
 */
@TargetClass(KubernetesDeserializer.class)
final class NativeResourceArraySubstitution {
    private NativeResourceArraySubstitution() {}

    @Substitute
    @SuppressWarnings("DoNotCallSuggester") // substitutes a method; never called directly
    KubernetesResource fromArrayNode(JsonParser parser, JsonNode array) throws JsonMappingException {
        throw JsonMappingException.from(parser, "array of %d resources without a list".formatted(array.size()));
    }
}
