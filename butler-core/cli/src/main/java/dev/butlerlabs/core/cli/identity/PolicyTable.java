package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Option;
import dev.butlerlabs.core.api.ClusterCreationPolicySpec.Scope;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Table layout of ClusterCreationPolicies, and the text of one. */
public final class PolicyTable {
    private PolicyTable() {}

    public static TableLayout<ClusterCreationPolicy> at(Instant now) {
        return ResourceTables.listing(List.of(
                Column.of("name", policy -> policy.getMetadata().getName()),
                Column.of("scope", PolicyTable::scope),
                Column.of("providers", PolicyTable::providers),
                Column.of("options", policy -> String.join(", ", options(policy).keySet())),
                Column.of("age", policy -> TeamTable.age(policy, now))));
    }

    /** Returns {@code all clusters}, or the team, with its environment after a slash. */
    private static String scope(ClusterCreationPolicy policy) {
        Scope scope = policy.getSpec().scope();
        return Optional.ofNullable(scope.team())
                .map(team -> "team " + team.teamRef().name())
                .or(() -> Optional.ofNullable(scope.teamAndEnvironment())
                        .map(both -> "team %s/%s".formatted(both.teamRef().name(), both.environmentName())))
                .orElse("all clusters");
    }

    private static String providers(ClusterCreationPolicy policy) {
        List<String> providers = policy.getSpec().targetProviders();
        return providers.isEmpty() ? "all" : String.join(", ", providers);
    }

    private static Map<String, Option> options(ClusterCreationPolicy policy) {
        return new TreeMap<>(policy.getSpec().options());
    }

    /** Prints a policy for people. */
    public static void print(OutputPrinter printer, ClusterCreationPolicy policy, Instant now) {
        FactPrinter facts = new FactPrinter(printer);
        facts.fact("Name", policy.getMetadata().getName());
        facts.fact("Scope", scope(policy));
        facts.fact("Providers", providers(policy));
        facts.fact("Age", TeamTable.age(policy, now));
        facts.fact("Problem", problem(policy));
        facts.table(
                "Options",
                List.copyOf(options(policy).entrySet()),
                List.of(
                        Column.of("option", Map.Entry::getKey),
                        Column.of(
                                "mode",
                                entry -> EnumWord.of(
                                        Optional.ofNullable(entry.getValue().mode()))),
                        Column.of(
                                "values",
                                entry -> FactPrinter.orDash(
                                        String.join(", ", entry.getValue().values()))),
                        Column.of(
                                "default",
                                entry -> FactPrinter.orDash(entry.getValue().defaultValue()))));
    }

    /** Returns what the controllers report about a policy that is not effective as written. */
    private static Optional<String> problem(ClusterCreationPolicy policy) {
        return Optional.ofNullable(policy.getStatus()).stream()
                .flatMap(status -> status.conditions().stream())
                .filter(condition -> condition.getType().equals("Effective")
                        && condition.getStatus().equals("False"))
                .map(Condition::getMessage)
                .findFirst();
    }
}
