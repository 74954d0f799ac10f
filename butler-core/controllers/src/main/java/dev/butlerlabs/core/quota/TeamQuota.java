package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TeamStatus.QuotaStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The usage of a team compared with its limits. An absent limit means unlimited, 0 means none. Pure functions.
 *
 * @param entries one for each limit of the team
 */
public record TeamQuota(List<Entry> entries) {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final int WARNING_PERCENT = 80;

    public TeamQuota {
        entries = List.copyOf(entries);
    }

    /** A limit. */
    public enum Limit {
        CLUSTERS("clusters", "maxClusters", "metadata.namespace"),
        NODES("nodes", "maxTotalNodes", "spec.workers.replicas"),
        CPU("CPU cores", "maxCPUCores", "spec.workers.machineTemplate.cpu"),
        MEMORY("memory", "maxMemory", "spec.workers.machineTemplate.memory"),
        STORAGE("storage", "maxStorage", "spec.workers.machineTemplate.diskSize");

        private final String word;
        private final String setting;
        private final String field;

        Limit(String word, String setting, String field) {
            this.word = word;
            this.setting = setting;
            this.field = field;
        }

        /** Returns the field of {@code resourceLimits}. */
        String setting() {
            return setting;
        }

        /** Returns the field of a TenantCluster that decides how much it uses. */
        String field() {
            return field;
        }

        BigDecimal of(TeamUsage usage) {
            return switch (this) {
                case CLUSTERS -> BigDecimal.valueOf(usage.clusters());
                case NODES -> BigDecimal.valueOf(usage.nodes());
                case CPU -> usage.cpu();
                case MEMORY -> usage.memory();
                case STORAGE -> usage.storage();
            };
        }

        String text(BigDecimal number) {
            boolean isSize = this == MEMORY || this == STORAGE;
            return isSize
                    ? TeamUsage.bytes(number).toString()
                    : number.stripTrailingZeros().toPlainString();
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** A limit and its usage. */
    public record Entry(Limit limit, BigDecimal used, BigDecimal maximum) {
        boolean isExceeded() {
            return used.compareTo(maximum) > 0;
        }

        /** Returns the usage in percent, 0 to 100. */
        int percent() {
            if (maximum.signum() <= 0) {
                return used.signum() > 0 ? 100 : 0;
            }
            return used.multiply(HUNDRED)
                    .divide(maximum, 0, RoundingMode.FLOOR)
                    .min(HUNDRED)
                    .intValue();
        }

        @Override
        public String toString() {
            return "%s %s of %s".formatted(limit, limit.text(used), limit.text(maximum));
        }
    }

    public static TeamQuota of(TeamUsage usage, Optional<ResourceLimits> limits) {
        return new TeamQuota(limits.stream()
                .flatMap(found -> Stream.of(
                        entry(Limit.CLUSTERS, usage.clusters(), found.maxClusters()),
                        entry(Limit.NODES, usage.nodes(), found.maxTotalNodes()),
                        entry(Limit.CPU, usage.cpu(), found.maxCPUCores()),
                        entry(Limit.MEMORY, usage.memory(), found.maxMemory()),
                        entry(Limit.STORAGE, usage.storage(), found.maxStorage())))
                .flatMap(Optional::stream)
                .toList());
    }

    private static Optional<Entry> entry(Limit limit, int used, Integer maximum) {
        return Optional.ofNullable(maximum)
                .map(number -> new Entry(limit, BigDecimal.valueOf(used), BigDecimal.valueOf(number)));
    }

    private static Optional<Entry> entry(Limit limit, BigDecimal used, Quantity maximum) {
        return Optional.ofNullable(maximum).map(amount -> new Entry(limit, used, amount.getNumericalAmount()));
    }

    public Optional<Integer> percent(Limit limit) {
        return entries.stream()
                .filter(entry -> entry.limit() == limit)
                .map(Entry::percent)
                .findFirst();
    }

    public QuotaStatus status() {
        if (entries.stream().anyMatch(Entry::isExceeded)) {
            return QuotaStatus.EXCEEDED;
        }
        return entries.stream().anyMatch(entry -> entry.percent() >= WARNING_PERCENT)
                ? QuotaStatus.WARNING
                : QuotaStatus.OK;
    }

    /** Returns text about the limits that are exceeded or, if none is, almost reached; empty if there are none. */
    public Optional<String> message() {
        String found = switch (status()) {
            case OK -> null;
            case WARNING -> text("Almost used: ", entries.stream().filter(entry -> entry.percent() >= WARNING_PERCENT));
            case EXCEEDED -> text("Exceeded: ", entries.stream().filter(Entry::isExceeded));
        };
        return Optional.ofNullable(found);
    }

    private static String text(String title, Stream<Entry> entries) {
        return title + String.join(", ", entries.map(Objects::toString).toList()) + ".";
    }
}
