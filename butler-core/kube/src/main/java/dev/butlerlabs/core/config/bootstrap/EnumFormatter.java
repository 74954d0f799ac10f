package dev.butlerlabs.core.config.bootstrap;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Converts constants to the spelling of Kubernetes enums. */
final class EnumFormatter {
    private EnumFormatter() {}

    /** Converts {@code LOAD_BALANCER} to {@code LoadBalancer}. */
    static String pascal(Enum<?> constant) {
        return Arrays.stream(constant.name().split("_", -1))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
