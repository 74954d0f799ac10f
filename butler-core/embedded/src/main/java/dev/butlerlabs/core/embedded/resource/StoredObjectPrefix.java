package dev.butlerlabs.core.embedded.resource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes of stored objects of a resource type, which contain kind and apiVersion, so that both can be recognized without parsing.
 * Built-in objects start with the kind, custom resources with the apiVersion, as kube-apiserver writes them.
 */
public final class StoredObjectPrefix {
    private final byte[] bytes;

    private StoredObjectPrefix(String text) {
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    static StoredObjectPrefix builtin(GroupVersion groupVersion, String kind) {
        return new StoredObjectPrefix(
                "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + groupVersion.apiVersion() + "\",");
    }

    static StoredObjectPrefix custom(GroupVersion groupVersion, String kind) {
        return new StoredObjectPrefix(
                "{\"apiVersion\":\"" + groupVersion.apiVersion() + "\",\"kind\":\"" + kind + "\",");
    }

    /** Whether the stored object has this kind and version. */
    public boolean opens(byte[] stored) {
        return stored.length > bytes.length && Arrays.equals(bytes, 0, bytes.length, stored, 0, bytes.length);
    }

    public int length() {
        return bytes.length;
    }
}
