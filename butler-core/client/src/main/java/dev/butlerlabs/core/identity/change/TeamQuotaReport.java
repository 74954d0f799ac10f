package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpec;
import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TeamStatus.ResourceUsage;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The limits of a team and their usage, as its status reports it. Pure functions. */
public final class TeamQuotaReport {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private TeamQuotaReport() {}

    /**
     * A resource.
     *
     * @param used empty if the controller has not counted yet
     * @param limit empty if unlimited
     */
    public record Row(String resource, Optional<Quantity> used, Optional<Quantity> limit) {
        public Row {
            Objects.requireNonNull(resource, "resource");
            Objects.requireNonNull(used, "used");
            Objects.requireNonNull(limit, "limit");
        }

        /** Returns the usage in percent of the limit, which can be above 100; empty if it is not known or unlimited. */
        public Optional<Integer> percent() {
            return used.flatMap(amount -> limit.map(maximum -> percent(amount, maximum)));
        }

        private static int percent(Quantity used, Quantity limit) {
            BigDecimal maximum = limit.getNumericalAmount();
            BigDecimal amount = used.getNumericalAmount();
            if (maximum.signum() <= 0) {
                return amount.signum() > 0 ? 101 : 100;
            }
            return amount.multiply(HUNDRED)
                    .divide(maximum, 0, RoundingMode.CEILING)
                    .intValue();
        }
    }

    /** Returns clusters, nodes, CPU, memory and storage, in this order. */
    public static List<Row> of(Team team) {
        Optional<ResourceLimits> limits = Optional.ofNullable(team.getSpec()).map(TeamSpec::resourceLimits);
        Optional<ResourceUsage> usage = Optional.ofNullable(team.getStatus()).map(TeamStatus::resourceUsage);
        return List.of(
                new Row("clusters", count(usage, ResourceUsage::clusters), count(limits, ResourceLimits::maxClusters)),
                new Row("nodes", count(usage, ResourceUsage::totalNodes), count(limits, ResourceLimits::maxTotalNodes)),
                new Row("cpu", usage.map(ResourceUsage::totalCPU), limits.map(ResourceLimits::maxCPUCores)),
                new Row("memory", usage.map(ResourceUsage::totalMemory), limits.map(ResourceLimits::maxMemory)),
                new Row("storage", usage.map(ResourceUsage::totalStorage), limits.map(ResourceLimits::maxStorage)));
    }

    private static <T> Optional<Quantity> count(Optional<T> from, Function<T, Integer> field) {
        return from.map(field).map(number -> new Quantity(number.toString()));
    }
}
