package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.TreeNode;
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
        return over(client, serialization());
    }

    /**
     * Returns a client like that of {@link #over} which skips managedFields: they are more than half of most objects, and only few callers need them.
     */
    public static KubernetesClient withoutManagedFields(KubernetesClient client) {
        return over(client, WithoutManagedFields.SERIALIZATION);
    }

    private static KubernetesClient over(KubernetesClient client, KubernetesSerialization serialization) {
        Executor executor = executorOf(client);
        return new KubernetesClientImpl(
                client.getHttpClient(), client.getConfiguration(), () -> executor, serialization);
    }

    static Executor executorOf(KubernetesClient client) {
        return client instanceof BaseClient base ? base.getExecutor() : Executors.newVirtualThreadPerTaskExecutor();
    }

    /** Returns the serialization that the informers of all clients share. */
    static KubernetesSerialization informerSerialization() {
        return SharedForInformers.SERIALIZATION;
    }

    /** Returns the serialization that all lenient clients share, since filling its caches is expensive. */
    static KubernetesSerialization serialization() {
        return Shared.SERIALIZATION;
    }

    /** Initialized with the first lenient client. */
    private static final class Shared {
        private static final KubernetesSerialization SERIALIZATION = ObjectSerialization.plain(mapper(true));
    }

    /** Initialized with the first client that skips managedFields. */
    private static final class WithoutManagedFields {
        private static final KubernetesSerialization SERIALIZATION =
                ObjectSerialization.withoutManagedFields(mapper(false));
    }

    /** Initialized with the first informer. */
    private static final class SharedForInformers {
        private static final KubernetesSerialization SERIALIZATION = ObjectSerialization.forInformers(mapper(false));
    }

    private static ObjectMapper mapper(boolean managedFields) {
        ObjectMapper mapper = new ObjectMapper(
                JsonFactory.builder().streamReadConstraints(AS_STORED).build());
        mapper.registerModule(
                new SimpleModule("butler-lenient").setDeserializerModifier(new LenientModifier(managedFields)));
        return mapper;
    }

    private static final class LenientModifier extends BeanDeserializerModifier {
        private static final long serialVersionUID = 1;

        private final boolean managedFields;

        LenientModifier(boolean managedFields) {
            this.managedFields = managedFields;
        }

        @Override
        public JsonDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription description, JsonDeserializer<?> deserializer) {
            return CustomResource.class.isAssignableFrom(description.getBeanClass())
                    ? new LenientDeserializer(deserializer, managedFields)
                    : deserializer;
        }
    }

    private static final class LenientDeserializer extends DelegatingDeserializer {
        private static final long serialVersionUID = 1;

        private final boolean managedFields;

        LenientDeserializer(JsonDeserializer<?> delegate, boolean managedFields) {
            super(delegate);
            this.managedFields = managedFields;
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> delegate) {
            return new LenientDeserializer(delegate, managedFields);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!(tree(parser) instanceof ObjectNode document)) {
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

        private TreeNode tree(JsonParser parser) throws IOException {
            return managedFields ? parser.readValueAsTree() : ManagedFieldsSkipper.read(parser);
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
