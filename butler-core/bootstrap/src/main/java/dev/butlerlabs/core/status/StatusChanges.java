package dev.butlerlabs.core.status;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares two statuses of a cluster. Pure functions. */
public final class StatusChanges {
    private StatusChanges() {}

    /** Returns the health and the problems as lines, for the first status. */
    public static List<String> initial(ClusterStatus status) {
        List<String> lines = new ArrayList<>();
        lines.add("cluster: " + status.health());
        problems(status).forEach((problem, command) -> lines.add(appeared(problem, command)));
        return lines;
    }

    /** Returns one line per state that changed, per new problem and per solved problem. */
    public static List<String> between(ClusterStatus before, ClusterStatus after) {
        List<String> lines = new ArrayList<>();
        Map<String, String> old = states(before);
        Map<String, String> current = states(after);
        current.forEach((key, state) -> {
            String previous = old.get(key);
            if (previous == null) {
                lines.add("%s: %s".formatted(key, state));
            } else if (!previous.equals(state)) {
                lines.add("%s: %s -> %s".formatted(key, previous, state));
            }
        });
        old.forEach((key, state) -> {
            if (!current.containsKey(key)) {
                lines.add("%s: %s -> gone".formatted(key, state));
            }
        });
        Map<String, String> oldProblems = problems(before);
        Map<String, String> newProblems = problems(after);
        newProblems.forEach((problem, command) -> {
            if (!oldProblems.containsKey(problem)) {
                lines.add(appeared(problem, command));
            }
        });
        oldProblems.keySet().stream()
                .filter(problem -> !newProblems.containsKey(problem))
                .forEach(problem -> lines.add("solved: " + problem));
        return lines;
    }

    private static String appeared(String problem, String command) {
        return "problem: %s (run: %s)".formatted(problem, command);
    }

    private static Map<String, String> problems(ClusterStatus status) {
        Map<String, String> problems = new LinkedHashMap<>();
        status.problems()
                .forEach(problem -> problems.put(
                        "%s %s: %s".formatted(problem.severity(), problem.subject(), problem.message()),
                        problem.command()));
        return problems;
    }

    /** Sources that were not read have no states: that they are unknown is a problem. */
    private static Map<String, String> states(ClusterStatus status) {
        Map<String, String> states = new LinkedHashMap<>();
        states.put("cluster", status.health().toString());
        for (NodeSummary node : status.nodes()) {
            states.put("node " + node.name(), node.health());
            put(states, "machine " + node.name(), node.machine());
            put(states, "etcd member " + node.name(), node.etcd());
        }
        ClusterObservation seen = status.observation();
        seen.addons().value().orElse(List.of()).forEach(addon -> states.put("addon " + addon.name(), state(addon)));
        seen.controllers().value().ifPresent(controllers -> {
            states.put(
                    "controllers",
                    "%d/%d ready"
                            .formatted(
                                    controllers.ready(), controllers.desired().orElse(0)));
            states.put(
                    "leader",
                    controllers
                            .leader()
                            .map(ControllersObservation.Leader::identity)
                            .orElse("none"));
        });
        seen.providers()
                .value()
                .orElse(List.of())
                .forEach(provider -> states.put(
                        "provider " + provider.name(), provider.notReady().isEmpty() ? "ready" : "not ready"));
        seen.tenants()
                .value()
                .orElse(List.of())
                .forEach(tenant -> states.put(
                        "tenant cluster %s/%s".formatted(tenant.namespace(), tenant.name()), tenant.phase()));
        return states;
    }

    private static String state(AddonObservation addon) {
        return (addon.missing().isEmpty() ? "ready" : "not ready")
                + addon.deployed().map(version -> ", " + version).orElse("");
    }

    private static void put(Map<String, String> states, String key, String state) {
        if (!state.isEmpty()) {
            states.put(key, state);
        }
    }

    /** Counts the tenant clusters by phase, in the order of the names. */
    public static Map<String, Integer> countByPhase(List<TenantObservation> tenants) {
        Map<String, Integer> counts = new TreeMap<>();
        tenants.forEach(tenant -> counts.merge(tenant.phase(), 1, Integer::sum));
        return counts;
    }
}
