package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.StoredObjectEncoder;
import dev.butlerlabs.core.embedded.resource.ServedResource;

/** Converts stored objects to the served version. If the stored version is the served one, the bytes are returned unchanged. */
public final class StoredObjectViews {
    private StoredObjectViews() {}

    public static byte[] bytes(ServedResource resource, byte[] stored) {
        return showsAsStored(resource, stored)
                ? stored
                : JsonCodec.write(object(resource, stored).tree());
    }

    public static KubernetesObject object(ServedResource resource, byte[] stored) {
        KubernetesObject object = KubernetesObject.parse(stored);
        if (!showsAsStored(resource, stored)) {
            resource.strategy().fromStorage(object.tree());
            object.tree().put("apiVersion", resource.apiVersion());
            resource.shape().prune(object.tree());
            resource.shape().applyDefaults(object.tree());
        }
        return object;
    }

    /** Converts an object to its storage version. */
    public static StoredObjectEncoder stored(ServedResource resource, KubernetesObject object) {
        KubernetesObject form = object;
        if (!resource.groupVersion().equals(resource.storage())) {
            form = object.copy();
            resource.strategy().toStorage(form.tree());
            form.tree().put("apiVersion", resource.storage().apiVersion());
        }
        return StoredObjectEncoder.of(form, !resource.isCustom());
    }

    public static boolean showsAsStored(ServedResource resource, byte[] stored) {
        return resource.shape().isUnchanged() && resource.head().opens(stored);
    }
}
