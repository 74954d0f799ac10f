package dev.butlerlabs.core.embedded.rbac;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the rules that a user grants with those it has, as kube-apiserver does. Pure functions. */
final class GrantedRules {
    private static final String ALL = "*";

    private GrantedRules() {}

    /**
     * Describes the permissions that are granted but not held.
     *
     * @return in the form of kube-apiserver, sorted; empty if all are held
     */
    static SortedSet<String> missing(List<PolicyRule> held, List<PolicyRule> granted) {
        List<PolicyRule> missing = granted.stream()
                .flatMap(rule -> atoms(rule).stream())
                .filter(atom -> held.stream().noneMatch(rule -> covers(rule, atom)))
                .toList();
        return compact(missing).stream().map(GrantedRules::text).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Splits a rule into rules with one verb for one resource, name or path. */
    private static List<PolicyRule> atoms(PolicyRule rule) {
        List<PolicyRule> atoms = new ArrayList<>();
        List<List<String>> names = rule.names().isEmpty()
                ? List.of(List.of())
                : rule.names().stream().map(List::of).toList();
        for (String group : rule.groups()) {
            for (String resource : rule.resources()) {
                for (String verb : rule.verbs()) {
                    names.forEach(name -> atoms.add(
                            new PolicyRule(List.of(verb), List.of(group), List.of(resource), name, List.of())));
                }
            }
        }
        for (String path : rule.paths()) {
            for (String verb : rule.verbs()) {
                atoms.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(path)));
            }
        }
        return atoms;
    }

    private static boolean covers(PolicyRule held, PolicyRule atom) {
        boolean nameMatches = held.names().isEmpty()
                || (!atom.names().isEmpty() && held.names().containsAll(atom.names()));
        return containsAll(held.verbs(), atom.verbs())
                && containsAll(held.groups(), atom.groups())
                && atom.resources().stream().allMatch(resource -> coversResource(held.resources(), resource))
                && nameMatches
                && atom.paths().stream().allMatch(path -> coversPath(held.paths(), path));
    }

    private static boolean containsAll(List<String> held, List<String> words) {
        return held.contains(ALL) || held.containsAll(words);
    }

    private static boolean coversResource(List<String> held, String resource) {
        int slash = resource.indexOf('/');
        return held.contains(ALL)
                || held.contains(resource)
                || (slash >= 0 && held.contains("*/" + resource.substring(slash + 1)));
    }

    private static boolean coversPath(List<String> held, String path) {
        return held.stream()
                .anyMatch(allowed -> allowed.equals(path)
                        || (allowed.endsWith(ALL) && path.startsWith(allowed.substring(0, allowed.length() - 1))));
    }

    /** The resource of a rule whose verbs can be listed together. */
    private record SimpleResource(String group, String resource, Optional<String> name) {}

    private static List<PolicyRule> compact(List<PolicyRule> atoms) {
        List<PolicyRule> compacted = new ArrayList<>();
        Map<SimpleResource, Set<String>> verbs = new LinkedHashMap<>();
        for (PolicyRule atom : atoms) {
            if (atom.isForPaths()) {
                compacted.add(atom);
            } else {
                SimpleResource resource = new SimpleResource(
                        atom.groups().getFirst(),
                        atom.resources().getFirst(),
                        atom.names().stream().findFirst());
                verbs.computeIfAbsent(resource, _ -> new LinkedHashSet<>()).addAll(atom.verbs());
            }
        }
        verbs.forEach((resource, words) -> compacted.add(new PolicyRule(
                List.copyOf(words),
                List.of(resource.group()),
                List.of(resource.resource()),
                resource.name().stream().toList(),
                List.of())));
        return compacted;
    }

    private static String text(PolicyRule rule) {
        List<String> parts = new ArrayList<>();
        add(parts, "APIGroups", rule.groups());
        add(parts, "Resources", rule.resources());
        add(parts, "NonResourceURLs", rule.paths());
        add(parts, "ResourceNames", rule.names());
        add(parts, "Verbs", rule.verbs());
        return "{" + String.join(", ", parts) + "}";
    }

    private static void add(List<String> parts, String name, List<String> values) {
        if (!values.isEmpty()) {
            parts.add(name + ":" + quoted(values));
        }
    }

    static String quoted(Iterable<String> values) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add("\"" + value + "\""));
        return "[" + String.join(" ", texts) + "]";
    }
}
