package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ButlerConfigSpec.TeamLimits;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Formats the default limits of teams. Pure functions. */
final class DefaultLimitsText {
    private DefaultLimitsText() {}

    static String of(TeamLimits limits) {
        List<String> parts = Stream.of(
                        part("clusters", limits.maxClusters()),
                        part("workers per cluster", limits.maxWorkersPerCluster()),
                        part("CPU", limits.maxTotalCPU()),
                        part("memory", limits.maxTotalMemory()),
                        part("storage", limits.maxTotalStorage()))
                .flatMap(Optional::stream)
                .toList();
        return parts.isEmpty()
                ? "Teams have no default limits."
                : "Default limits of teams: %s.".formatted(String.join(", ", parts));
    }

    private static Optional<String> part(String name, Object limit) {
        return Optional.ofNullable(limit).map(value -> name + " " + value);
    }
}
