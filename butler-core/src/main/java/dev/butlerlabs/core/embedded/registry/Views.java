package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.Json;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.Resource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Stored bytes as a resource shows them. Where the stored version is the served one, they are shown as they are. */
public final class Views {
    private Views() {}

    public static byte[] bytes(Resource resource, byte[] stored) {
        return showsAsStored(resource, stored) ? stored : Json.write(object(resource, stored).tree());
    }

    public static KubernetesObject object(Resource resource, byte[] stored) {
        KubernetesObject object = KubernetesObject.parse(stored);
        if (!showsAsStored(resource, stored)) {
            object.tree().put("apiVersion", resource.apiVersion());
            resource.shape().prune(object.tree());
            resource.shape().applyDefaults(object.tree());
        }
        return object;
    }

    /** Stored objects begin with their apiVersion, so a look at the first bytes tells. */
    private static boolean showsAsStored(Resource resource, byte[] stored) {
        byte[] head = ("{\"apiVersion\":\"" + resource.apiVersion() + "\",").getBytes(StandardCharsets.UTF_8);
        return resource.shape().isUnchanged()
                && stored.length > head.length
                && Arrays.equals(head, 0, head.length, stored, 0, head.length);
    }
}
