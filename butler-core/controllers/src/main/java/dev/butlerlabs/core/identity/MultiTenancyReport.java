package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.CountFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tenant clusters that the multi-tenancy mode would not permit in their namespace. They exist, so they keep running; the mode applies to
 * new clusters. Pure functions.
 *
 * @param outside the clusters, sorted
 */
record MultiTenancyReport(Mode mode, List<ObjectName> outside) {
    private static final int MOST_NAMED = 5;

    MultiTenancyReport {
        outside = List.copyOf(outside);
    }

    static MultiTenancyReport of(ButlerConfigSpec spec, Set<String> teamNamespaces, List<ObjectName> clusters) {
        Mode mode =
                Optional.ofNullable(spec.multiTenancy()).map(MultiTenancy::mode).orElse(Mode.DISABLED);
        String shared = Optional.ofNullable(spec.defaultNamespace())
                .filter(name -> !name.isBlank())
                .orElse(Namespaces.TENANTS);
        return new MultiTenancyReport(
                mode,
                clusters.stream()
                        .filter(cluster -> !permits(mode, cluster.namespace().orElse(""), shared, teamNamespaces))
                        .toList());
    }

    private static boolean permits(Mode mode, String namespace, String shared, Set<String> teamNamespaces) {
        return switch (mode) {
            case ENFORCED -> teamNamespaces.contains(namespace);
            case OPTIONAL -> teamNamespaces.contains(namespace) || namespace.equals(shared);
            case DISABLED -> namespace.equals(shared);
        };
    }

    /** Returns the mode as it is written in the spec. */
    String word() {
        return switch (mode) {
            case ENFORCED -> "Enforced";
            case OPTIONAL -> "Optional";
            case DISABLED -> "Disabled";
        };
    }

    String message() {
        String rule = switch (mode) {
            case ENFORCED -> "Every tenant cluster belongs to a team.";
            case OPTIONAL -> "Tenant clusters can belong to a team.";
            case DISABLED -> "Tenant clusters do not belong to teams.";
        };
        return outside.isEmpty() ? rule : rule + " " + exceptions();
    }

    private String exceptions() {
        String named = String.join(
                ", ",
                outside.stream().limit(MOST_NAMED).map(ObjectName::toString).toList());
        String rest = outside.size() > MOST_NAMED ? " and %d more".formatted(outside.size() - MOST_NAMED) : "";
        return "Not permitted for new clusters, left unchanged: %s (%s%s)."
                .formatted(CountFormatter.of(outside.size(), "tenant cluster"), named, rest);
    }
}
