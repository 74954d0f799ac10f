package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A talosconfig: which clusters a person may enter, and how.
 *
 * @param source where it was read, for messages
 * @param current the name of the context in use; empty when none is
 */
public record ClientConfiguration(String source, String current, Map<String, Context> contexts) {
    public ClientConfiguration {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(current, "current");
        contexts = Map.copyOf(contexts);
    }

    /** Reads a talosconfig; everything wrong with it is told at once. */
    public static ClientConfiguration parse(String source, String text) {
        return new ClientConfigurationReader(source).read(text);
    }

    /** The context of this name, or the one in use. */
    public Context context(Optional<String> name) {
        String wanted = name.orElse(current);
        return Optional.ofNullable(contexts.get(wanted))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        wanted.isEmpty()
                                ? "%s names no current context.".formatted(source)
                                : "%s has no context '%s'.".formatted(source, wanted),
                        contexts.isEmpty()
                                ? "Name another talosconfig."
                                : "Choose one of: "
                                        + String.join(
                                                ", ",
                                                contexts.keySet().stream()
                                                        .sorted()
                                                        .toList())));
    }

    /**
     * One cluster.
     *
     * @param endpoints the machines to dial
     * @param nodes the machines that are meant when none is named
     */
    public record Context(List<NodeAddress> endpoints, List<NodeAddress> nodes, TalosCredentials credentials) {
        public Context {
            endpoints = List.copyOf(endpoints);
            nodes = List.copyOf(nodes);
            Objects.requireNonNull(credentials, "credentials");
        }

        /** The machines meant when nobody names any. */
        public List<NodeAddress> targets() {
            return nodes.isEmpty() ? endpoints : nodes;
        }
    }
}
