package dev.butlerlabs.sim.cluster.helm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Arguments of {@code helm}: a command, its operands and flags.
 *
 * @param words positional arguments, the command first
 * @param flags by long name; a flag without a value has an empty one
 */
record HelmArguments(List<String> words, Map<String, List<String>> flags) {
    private static final Map<String, String> SHORT =
            Map.of("-n", "namespace", "-f", "values", "-i", "install", "-o", "output", "-a", "all");
    private static final Set<String> ALONE = Set.of(
            "install",
            "create-namespace",
            "wait",
            "wait-for-jobs",
            "atomic",
            "rollback-on-failure",
            "cleanup-on-fail",
            "force",
            "dependency-update",
            "debug",
            "devel",
            "dry-run",
            "ignore-not-found",
            "insecure-skip-tls-verify",
            "keep-history",
            "no-hooks",
            "pass-credentials",
            "plain-http",
            "reset-values",
            "reuse-values",
            "reset-then-reuse-values",
            "skip-crds",
            "take-ownership",
            "all",
            "hide-notes",
            "force-conflicts",
            "server-side",
            "disable-openapi-validation",
            "skip-schema-validation");

    static HelmArguments parse(List<String> given) {
        List<String> words = new ArrayList<>();
        Map<String, List<String>> flags = new HashMap<>();
        Iterator<String> rest = given.iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            if (word.equals("--")) {
                rest.forEachRemaining(words::add);
                break;
            }
            if (!word.startsWith("-")) {
                words.add(word);
                continue;
            }
            int equals = word.indexOf('=');
            String name = name(equals < 0 ? word : word.substring(0, equals));
            String value = equals >= 0
                    ? word.substring(equals + 1)
                    : ALONE.contains(name) || !rest.hasNext() ? "" : rest.next();
            flags.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
        }
        return new HelmArguments(words, flags);
    }

    private static String name(String flag) {
        return SHORT.getOrDefault(flag, flag.replaceFirst("^-+", ""));
    }

    Optional<String> word(int position) {
        return position < words.size() ? Optional.of(words.get(position)) : Optional.empty();
    }

    boolean has(String... names) {
        for (String name : names) {
            if (flags.containsKey(name) && !flags.get(name).contains("false")) {
                return true;
            }
        }
        return false;
    }

    Optional<String> value(String name) {
        return all(name).stream().reduce((earlier, later) -> later);
    }

    List<String> all(String name) {
        return flags.getOrDefault(name, List.of());
    }
}
