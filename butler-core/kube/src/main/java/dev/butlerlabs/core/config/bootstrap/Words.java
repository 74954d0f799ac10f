package dev.butlerlabs.core.config.bootstrap;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How constants are spelled where Kubernetes would spell them with capitals. */
final class Words {
    private Words() {}

    /** {@code LOAD_BALANCER} as {@code LoadBalancer}. */
    static String pascal(Enum<?> constant) {
        return Arrays.stream(constant.name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
