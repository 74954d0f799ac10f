package dev.butlerlabs.core.talos.config;

import java.util.Map;

/** The marker with which a patch deletes a value. */
public final class PatchDeletion {
    public static final String KEY = "$patch";

    private static final String DELETE = "delete";

    private PatchDeletion() {}

    /** Returns whether a map is a deletion marker. */
    public static boolean isMarked(Object value) {
        return value instanceof Map<?, ?> map && DELETE.equals(map.get(KEY));
    }
}
