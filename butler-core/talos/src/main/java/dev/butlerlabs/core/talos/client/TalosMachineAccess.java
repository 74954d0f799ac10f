package dev.butlerlabs.core.talos.client;

import java.time.Clock;

/** Connects to the machines of one talosconfig. */
public record TalosMachineAccess(ClientConfiguration.Context context, Clock clock) {
    /**
     * Returns a client; the caller closes it. Does not connect yet.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the client certificate has expired
     */
    public TalosClient connect(NodeAddress node) {
        return context.endpointFor(node)
                .map(endpoint -> TalosClient.forwarded(node, endpoint, context.credentials(), clock))
                .orElseGet(() -> TalosClient.secured(node, context.credentials(), clock));
    }
}
