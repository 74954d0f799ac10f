package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.etcd.SnapshotInputStream;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.RebootMode;
import dev.butlerlabs.core.talos.client.ResetOptions;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosCredentials;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Connects to machines over gRPC. */
final class GrpcNodeConnector implements TalosNodeConnector {
    private final TalosCredentials credentials;
    private final int port;
    private final Clock clock;

    GrpcNodeConnector(String talosconfig, int port, Clock clock) {
        this.credentials = ClientConfiguration.parse("the cluster's talosconfig", talosconfig)
                .context(Optional.empty())
                .credentials();
        this.port = port;
        this.clock = clock;
    }

    /** The connector of the last talosconfig, which every poll of a machine needs. */
    private record Parsed(String talosconfig, GrpcNodeConnector connector) {
        @Override
        public String toString() {
            return "Parsed[]";
        }
    }

    static Factory factory(BootstrapOptions options) {
        AtomicReference<Optional<Parsed>> last = new AtomicReference<>(Optional.empty());
        return talosconfig -> last.updateAndGet(parsed -> parsed.filter(
                                other -> other.talosconfig().equals(talosconfig))
                        .or(() -> Optional.of(new Parsed(
                                talosconfig,
                                new GrpcNodeConnector(talosconfig, options.talosPort(), options.clock())))))
                .orElseThrow()
                .connector();
    }

    @Override
    public NodeClient secured(MachineRoute route) {
        return new GrpcNodeClient(
                TalosClient.secured(new NodeAddress(route.address(), port), route.target(port), credentials, clock));
    }

    @Override
    public NodeClient maintenance(MachineRoute route) {
        return new GrpcNodeClient(
                TalosClient.maintenance(new NodeAddress(route.address(), port), route.target(port), Optional.empty()));
    }

    private record GrpcNodeClient(TalosClient client) implements NodeClient {
        @Override
        public MachineStage stage() {
            client.version();
            return client.status().stage();
        }

        @Override
        public String hostname() {
            return client.hostname();
        }

        @Override
        public void apply(String configuration) {
            client.apply(configuration, ApplyMode.AUTO, false);
        }

        @Override
        public List<EtcdMember> etcdMembers() {
            return runsEtcd() ? client.etcd().members() : List.of();
        }

        /** A machine does not respond to a request for the members until etcd runs. */
        @Override
        public boolean runsEtcd() {
            return client.services().stream()
                    .anyMatch(service ->
                            service.id().equals("etcd") && service.state().equals("Running"));
        }

        @Override
        public void bootstrapEtcd() {
            client.bootstrap(EtcdBootstrapSource.FRESH);
        }

        @Override
        public void uploadSnapshot(SnapshotSource snapshot) {
            try (InputStream content = new SnapshotInputStream(snapshot)) {
                client.etcd().recover(content);
            } catch (IOException e) {
                throw new ButlerException(
                        ErrorCode.UNREADABLE_FILE, "Cannot read the etcd snapshot: %s.".formatted(e.getMessage()), e);
            }
        }

        @Override
        public void recoverEtcd() {
            client.bootstrap(EtcdBootstrapSource.RECOVERED);
        }

        @Override
        public String bootId() {
            return client.bootId();
        }

        @Override
        public void wipeData() {
            client.reset(ResetOptions.data());
        }

        @Override
        public void reboot() {
            client.reboot(RebootMode.DEFAULT);
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
