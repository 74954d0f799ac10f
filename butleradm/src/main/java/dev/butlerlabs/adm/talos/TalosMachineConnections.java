package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosClient;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Running nodes and how to connect to them. */
record TalosMachineConnections(List<NodeAddress> addresses, ClientConfiguration.Context context, Clock clock) {
    TalosMachineConnections {
        addresses = List.copyOf(addresses);
    }

    /** Queries every node. A node that fails does not prevent results from the others. */
    <T> Answered<T> all(Function<TalosClient, List<T>> question) {
        List<T> rows = new ArrayList<>();
        Optional<ButlerException> failure = Optional.empty();
        for (NodeAddress address : addresses) {
            try (TalosClient client = connect(address)) {
                rows.addAll(question.apply(client));
            } catch (ButlerException e) {
                failure = failure.or(() -> Optional.of(e));
            }
        }
        return new Answered<>(rows, failure);
    }

    /** Connects to the first node, for queries that any control plane node can answer. */
    TalosClient any() {
        return connect(addresses.getFirst());
    }

    private TalosClient connect(NodeAddress node) {
        return context.endpointFor(node)
                .map(endpoint -> TalosClient.forwarded(node, endpoint, context.credentials(), clock))
                .orElseGet(() -> TalosClient.secured(node, context.credentials(), clock));
    }

    /**
     * Connects to the only node.
     *
     * @throws ButlerException if several nodes are given
     */
    TalosClient one() {
        if (addresses.size() > 1) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Expected one node, got %d.".formatted(addresses.size()),
                    "Select one with --nodes %s.".formatted(addresses.getFirst()));
        }
        return any();
    }

    /** The results of a query, and the first failure. */
    record Answered<T>(List<T> rows, Optional<ButlerException> failure) {
        Answered {
            rows = List.copyOf(rows);
        }

        /** Throws the first failure, if any. Call it after printing the results. */
        void failIfAnyFailed() {
            failure.ifPresent(e -> {
                throw e;
            });
        }
    }
}
