package dev.butlerlabs.core.testing;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Selects what only {@code scripts/test --long} runs. */
public final class LongSuite {
    private static final boolean ENABLED = Boolean.getBoolean("butler.long");

    private LongSuite() {}

    /** Returns whether everything runs. */
    public static boolean isEnabled() {
        return ENABLED;
    }

    /** Skips the calling test unless everything runs. */
    public static void assumeEnabled() {
        Assumptions.assumeTrue(ENABLED, "takes minutes; see scripts/test --long");
    }

    /** Returns how many of something a test uses. */
    public static int count(int usual, int complete) {
        return ENABLED ? complete : usual;
    }

    /** Returns the usual values, and the others only if everything runs. */
    public static Stream<String> plus(List<String> usual, String... others) {
        return ENABLED ? Stream.concat(usual.stream(), Stream.of(others)) : usual.stream();
    }

    /** Returns every n-th value, starting at an offset, or all if everything runs. */
    public static <T> List<T> every(int step, int offset, List<T> values) {
        return ENABLED
                ? values
                : IntStream.range(0, values.size())
                        .filter(index -> index % step == offset % step)
                        .mapToObj(values::get)
                        .toList();
    }
}
