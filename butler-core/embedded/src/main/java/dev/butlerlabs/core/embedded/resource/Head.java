package dev.butlerlabs.core.embedded.resource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How the stored objects of a kind begin: with their kind and version, so that a look at the first bytes tells both. Built-in kinds
 * name the kind first, custom ones the version, as a Kubernetes API server writes them.
 */
public final class Head {
    private final byte[] bytes;

    private Head(String text) {
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    static Head builtin(GroupVersion groupVersion, String kind) {
        return new Head("{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + groupVersion.apiVersion() + "\",");
    }

    static Head custom(GroupVersion groupVersion, String kind) {
        return new Head("{\"apiVersion\":\"" + groupVersion.apiVersion() + "\",\"kind\":\"" + kind + "\",");
    }

    /** Whether the stored object is of this kind and version. */
    public boolean opens(byte[] stored) {
        return stored.length > bytes.length && Arrays.equals(bytes, 0, bytes.length, stored, 0, bytes.length);
    }

    public int length() {
        return bytes.length;
    }
}
