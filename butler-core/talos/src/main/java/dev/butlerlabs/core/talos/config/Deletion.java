package dev.butlerlabs.core.talos.config;

import java.util.Map;

/** The mark by which a patch takes something away. */
public final class Deletion {
    public static final String KEY = "$patch";

    private static final String DELETE = "delete";

    private Deletion() {}

    /** Whether a map says that what stands in its place is to be deleted. */
    public static boolean isMarked(Object value) {
        return value instanceof Map<?, ?> map && DELETE.equals(map.get(KEY));
    }
}
