package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A talosconfig. Immutable.
 *
 * @param source name of the file, used in messages
 * @param current name of the current context; empty if there is none
 */
public record ClientConfiguration(String source, String current, Map<String, Context> contexts) {
    public ClientConfiguration {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(current, "current");
        contexts = Map.copyOf(contexts);
    }

    /**
     * Parses a talosconfig.
     *
     * @throws ButlerException with every problem, if it is not valid
     */
    public static ClientConfiguration parse(String source, String text) {
        return new ClientConfigurationReader(source).read(text);
    }

    /**
     * Returns the context with this name, or the current one.
     *
     * @throws ButlerException if it does not exist
     */
    public Context context(Optional<String> name) {
        String wanted = name.orElse(current);
        return Optional.ofNullable(contexts.get(wanted))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        wanted.isEmpty()
                                ? "%s has no current context.".formatted(source)
                                : "%s has no context \"%s\".".formatted(source, wanted),
                        contexts.isEmpty()
                                ? "Specify another talosconfig."
                                : "Available contexts: "
                                        + String.join(
                                                ", ",
                                                contexts.keySet().stream()
                                                        .sorted()
                                                        .toList())));
    }

    /**
     * The connection settings of one cluster.
     *
     * @param endpoints machines to connect to
     * @param nodes default target machines
     */
    public record Context(List<NodeAddress> endpoints, List<NodeAddress> nodes, TalosCredentials credentials) {
        public Context {
            endpoints = List.copyOf(endpoints);
            nodes = List.copyOf(nodes);
            Objects.requireNonNull(credentials, "credentials");
        }

        /** Returns the default target machines. */
        public List<NodeAddress> targets() {
            return nodes.isEmpty() ? endpoints : nodes;
        }

        /**
         * Returns the endpoint through which a machine is reached if the endpoints are published ports of this computer. It is the one of the
         * machine itself if the context lists one endpoint per machine; otherwise the first, which forwards requests.
         *
         * @return empty if the machine is reached at its own address
         */
        public Optional<NodeAddress> endpointFor(NodeAddress node) {
            if (endpoints.contains(node)
                    || endpoints.isEmpty()
                    || !endpoints.stream().allMatch(NodeAddress::isLoopback)) {
                return Optional.empty();
            }
            int position = nodes.indexOf(node);
            return Optional.of(endpoints.get(position < 0 || position >= endpoints.size() ? 0 : position));
        }
    }
}
