package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.config.Cloner;
import java.lang.reflect.InvocationTargetException;

/**
 * Copies custom resources for each reconciliation without serializing them: the spec and the status are immutable records, which the copy shares. Other objects
 * are serialized.
 */
final class CustomResourceCopier implements Cloner {
    private final KubernetesSerialization serialization;

    CustomResourceCopier(KubernetesSerialization serialization) {
        this.serialization = serialization;
    }

    @Override
    @SuppressWarnings("unchecked") // A copy has the class of the original.
    public <R extends HasMetadata> R clone(R original) {
        return original instanceof CustomResource<?, ?> resource ? (R) copy(resource) : serialization.clone(original);
    }

    @SuppressWarnings("unchecked") // The spec and the status have the same classes in a copy.
    static <R extends CustomResource<?, ?>> R copy(R original) {
        R copy = withMetadata(original, new ObjectMetaBuilder(original.getMetadata()).build());
        CustomResource<Object, Object> target = (CustomResource<Object, Object>) copy;
        target.setSpec(original.getSpec());
        target.setStatus(original.getStatus());
        return copy;
    }

    /** Returns an object of the same class without spec and status. */
    static <R extends CustomResource<?, ?>> R withMetadata(R original, ObjectMeta metadata) {
        R created = create(original);
        created.setMetadata(metadata);
        return created;
    }

    @SuppressWarnings("unchecked") // The constructor of a class creates objects of that class.
    private static <R extends CustomResource<?, ?>> R create(R example) {
        try {
            return (R) example.getClass().getDeclaredConstructor().newInstance();
        } catch (NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException(example.getClass() + " has no public constructor without parameters", e);
        }
    }
}
