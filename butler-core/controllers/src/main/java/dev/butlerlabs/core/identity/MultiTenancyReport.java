package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
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
record MultiTenancyReport(Optional<Mode> mode, List<ObjectName> outside) {
    private static final int MOST_NAMED = 5;

    MultiTenancyReport {
        outside = List.copyOf(outside);
    }

    static MultiTenancyReport of(ButlerConfigSpec spec, Set<String> teamNamespaces, List<ObjectName> clusters) {
        MultiTenancyRules rules = new MultiTenancyRules(Optional.of(spec));
        return new MultiTenancyReport(
                rules.mode(),
                clusters.stream()
                        .filter(cluster -> !permits(rules, cluster.namespace().orElse(""), teamNamespaces))
                        .toList());
    }

    private static boolean permits(MultiTenancyRules rules, String namespace, Set<String> teamNamespaces) {
        return rules.permits(namespace, teamNamespaces.contains(namespace));
    }

    /** Returns the mode as it is written in the spec. */
    String word() {
        return mode.map(given -> switch (given) {
                    case ENFORCED -> "Enforced";
                    case OPTIONAL -> "Optional";
                    case DISABLED -> "Disabled";
                })
                .orElse("NotSet");
    }

    String message() {
        String rule = mode.map(given -> switch (given) {
                    case ENFORCED -> "Every tenant cluster belongs to a team.";
                    case OPTIONAL -> "Tenant clusters can belong to a team.";
                    case DISABLED -> "Tenant clusters do not belong to teams.";
                })
                .orElse("Tenant clusters can be created in every namespace.");
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
