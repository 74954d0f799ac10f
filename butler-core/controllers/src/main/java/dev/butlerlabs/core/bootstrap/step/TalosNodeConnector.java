package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosCredentials;
import java.time.Clock;
import java.util.Optional;

/** Creates Talos clients for the machines of a cluster. */
final class TalosNodeConnector {
    private final TalosCredentials credentials;
    private final int port;
    private final Clock clock;

    TalosNodeConnector(String talosconfig, int port, Clock clock) {
        this.credentials = ClientConfiguration.parse("the cluster's talosconfig", talosconfig)
                .context(Optional.empty())
                .credentials();
        this.port = port;
        this.clock = clock;
    }

    TalosClient secured(String address) {
        return TalosClient.secured(new NodeAddress(address, port), credentials, clock);
    }

    TalosClient maintenance(String address) {
        return TalosClient.maintenance(new NodeAddress(address, port), Optional.empty());
    }
}
