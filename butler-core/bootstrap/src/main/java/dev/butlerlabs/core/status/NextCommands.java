package dev.butlerlabs.core.status;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Composes the commands that a status suggests, with the options that select the same cluster. Immutable.
 *
 * @param selection arguments that select the cluster for {@code butleradm status}; may be empty
 * @param kubeconfig empty if the commands find it themselves
 * @param context empty for the current context
 * @param talosconfig empty if it is not known
 */
public record NextCommands(
        String selection, Optional<String> kubeconfig, Optional<String> context, Optional<String> talosconfig) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    public NextCommands {
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(kubeconfig, "kubeconfig");
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(talosconfig, "talosconfig");
    }

    String kubectl(String arguments) {
        return "kubectl" + connection() + " " + arguments;
    }

    String butleradm(String arguments) {
        return "butleradm " + arguments + connection();
    }

    String butlerctl(String arguments) {
        return "butlerctl " + arguments + connection();
    }

    /** Returns a {@code butleradm talos} command for one machine. */
    String talos(String arguments, String address) {
        return "butleradm talos " + arguments + " --nodes " + address + option("--talosconfig", talosconfig);
    }

    String talosctl(String arguments) {
        return "talosctl" + option("--talosconfig", talosconfig) + " " + arguments;
    }

    /** Returns a {@code butleradm} command that selects the cluster by its name where that is known. */
    String selected(String words) {
        return "butleradm %s %s".formatted(words, selection.strip()).strip();
    }

    String replaceNode(String name) {
        return selected("node replace " + name);
    }

    String status(String arguments) {
        return ("butleradm status " + selection).strip() + " " + arguments;
    }

    private String connection() {
        return option("--kubeconfig", kubeconfig) + option("--context", context);
    }

    private static String option(String name, Optional<String> value) {
        return value.map(text -> " " + name + " " + quoted(text)).orElse("");
    }

    static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
