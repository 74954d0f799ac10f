package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import dev.butlerlabs.core.api.CustomResourceTypes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Decodes custom resources leniently: an object with an invalid field or without a required spec does not fail a whole list or watch. Such an object has
 * only its metadata; {@link UndecodableObject#of} returns the problem. Callers must check for it before they use the spec.
 */
public final class LenientDecoder {
    /** API servers accept longer numbers and deeper objects than Jackson does by default. */
    private static final StreamReadConstraints AS_STORED = StreamReadConstraints.builder()
            .maxNumberLength(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNestingDepth(10_000)
            .build();

    private static final List<String> IDENTITY = List.of("apiVersion", "kind", "metadata");

    private LenientDecoder() {}

    /**
     * Returns a client that decodes leniently over the connection of another one. Closing the other one closes both; the returned
     * client must not be closed.
     */
    public static KubernetesClient over(KubernetesClient client) {
        Executor executor =
                client instanceof BaseClient base ? base.getExecutor() : Executors.newVirtualThreadPerTaskExecutor();
        return new KubernetesClientImpl(
                client.getHttpClient(), client.getConfiguration(), () -> executor, serialization());
    }

    /** Returns the serialization that all lenient clients share, since filling its caches is expensive. */
    static KubernetesSerialization serialization() {
        return Shared.SERIALIZATION;
    }

    /** Initialized with the first lenient client. */
    private static final class Shared {
        private static final KubernetesSerialization SERIALIZATION = create();

        private static KubernetesSerialization create() {
            ObjectMapper mapper = new ObjectMapper(
                    JsonFactory.builder().streamReadConstraints(AS_STORED).build());
            mapper.registerModule(new SimpleModule("butler-lenient").setDeserializerModifier(new LenientModifier()));
            return ObjectSerialization.plain(mapper);
        }
    }

    private static final class LenientModifier extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1;

        @Override
        public JsonDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription description, JsonDeserializer<?> deserializer) {
            return CustomResource.class.isAssignableFrom(description.getBeanClass())
                    ? new LenientDeserializer(deserializer)
                    : deserializer;
        }
    }

    private static final class LenientDeserializer extends DelegatingDeserializer {
        private static final long serialVersionUID = 1;

        LenientDeserializer(JsonDeserializer<?> delegate) {
            super(delegate);
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> delegate) {
            return new LenientDeserializer(delegate);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!(parser.readValueAsTree() instanceof ObjectNode document)) {
                return context.handleUnexpectedToken(handledType(), parser);
            }
            if (CustomResourceTypes.isSpecRequired(handledType())
                    && !document.hasNonNull("spec")
                    && !UndecodableObject.isMarked(document)) {
                return undecodable(document, "spec: is missing", parser, context);
            }
            try {
                return decode(document, parser, context);
            } catch (JsonProcessingException | IllegalArgumentException e) {
                return undecodable(document, DecodingProblem.of(e), parser, context);
            }
        }

        private HasMetadata undecodable(
                ObjectNode document, String problem, JsonParser parser, DeserializationContext context)
                throws IOException {
            String stored = document.toString();
            HasMetadata object = (HasMetadata) decode(document.retain(IDENTITY), parser, context);
            UndecodableObject.mark(object, problem, stored);
            return object;
        }

        private Object decode(ObjectNode document, JsonParser origin, DeserializationContext context)
                throws IOException {
            try (JsonParser parser = new TreeTraversingParser(document, origin.getCodec())) {
                parser.nextToken();
                return super.deserialize(parser, context);
            }
        }
    }
}
