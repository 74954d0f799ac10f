package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.MachineStage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Machines with a Talos API in memory. A test sets how each of them answers. Thread-safe. */
final class FakeTalosNodes implements TalosNodeConnector.Factory {
    private final EffectLog effects;
    private final Map<String, FakeNode> nodes = new HashMap<>();
    private final Set<String> talosconfigs = new TreeSet<>();
    private int open;

    FakeTalosNodes(EffectLog effects) {
        this.effects = effects;
    }

    /** The state of one machine. */
    static final class FakeNode {
        /** The error of calls with the certificates of the cluster; a new machine has its own certificate. */
        Optional<ErrorCode> securedError = Optional.of(ErrorCode.UNTRUSTED_CERTIFICATE);
        /** The error of calls in maintenance mode. */
        Optional<ErrorCode> maintenanceError = Optional.empty();

        Optional<ErrorCode> bootstrapError = Optional.empty();
        Optional<ErrorCode> membersError = Optional.empty();
        MachineStage stage = MachineStage.MAINTENANCE;
        String hostname = "";
        List<EtcdMember> etcdMembers = List.of();
        int bootstraps;
        int boots = 1;
        int wipes;
        int recoveries;
        /** Whether the machine has data of etcd, so that the process runs. */
        boolean etcdData;
        /** Whether a snapshot was uploaded since the machine was wiped. */
        boolean hasSnapshot;
        /** Whether the image of etcd is still missing after a bootstrap, which can then be repeated. */
        boolean downloadsEtcd;

        final List<String> configurations = new ArrayList<>();

        /** The machine has its configuration and is running. */
        FakeNode running(String name) {
            securedError = Optional.empty();
            stage = MachineStage.RUNNING;
            hostname = name;
            return this;
        }
    }

    static EtcdMember voter(String name) {
        return new EtcdMember(1, name, List.of(), List.of(), false);
    }

    static EtcdMember learner(String name) {
        return new EtcdMember(2, name, List.of(), List.of(), true);
    }

    synchronized FakeNode node(String address) {
        return nodes.computeIfAbsent(address, key -> new FakeNode());
    }

    /** Returns how often each machine was configured and bootstrapped. */
    synchronized Map<String, String> state() {
        Map<String, String> state = new TreeMap<>();
        nodes.forEach((address, node) -> state.put(
                "talos " + address,
                "%d configured, %d bootstrapped, %d wiped, %d recovered"
                        .formatted(
                                node.configurations.isEmpty() ? 0 : 1, node.bootstraps, node.wipes, node.recoveries)));
        return state;
    }

    synchronized Set<String> talosconfigs() {
        return Set.copyOf(talosconfigs);
    }

    synchronized int open() {
        return open;
    }

    @Override
    public synchronized TalosNodeConnector connector(String talosconfig) {
        talosconfigs.add(talosconfig);
        return new TalosNodeConnector() {
            @Override
            public NodeClient secured(MachineRoute route) {
                return new FakeClient(route.address(), true);
            }

            @Override
            public NodeClient maintenance(MachineRoute route) {
                return new FakeClient(route.address(), false);
            }
        };
    }

    private final class FakeClient implements TalosNodeConnector.NodeClient {
        private final String address;
        private final boolean secured;

        private FakeClient(String address, boolean secured) {
            this.address = address;
            this.secured = secured;
            synchronized (FakeTalosNodes.this) {
                open++;
            }
        }

        private FakeNode called() {
            effects.requireAlive();
            FakeNode node = node(address);
            fail(secured ? node.securedError : node.maintenanceError);
            return node;
        }

        private void fail(Optional<ErrorCode> error) {
            if (error.isPresent()) {
                throw new ButlerException(error.get(), "%s at %s".formatted(error.get(), address));
            }
        }

        @Override
        public MachineStage stage() {
            synchronized (FakeTalosNodes.this) {
                return called().stage;
            }
        }

        @Override
        public String hostname() {
            synchronized (FakeTalosNodes.this) {
                return called().hostname;
            }
        }

        @Override
        public void apply(String configuration) {
            synchronized (FakeTalosNodes.this) {
                FakeNode node = called();
                node.configurations.add(configuration);
                node.securedError = Optional.empty();
                node.stage = MachineStage.INSTALLING;
                effects.add("apply " + address);
            }
        }

        @Override
        public List<EtcdMember> etcdMembers() {
            synchronized (FakeTalosNodes.this) {
                FakeNode node = called();
                fail(node.membersError);
                return node.etcdMembers;
            }
        }

        @Override
        public void bootstrapEtcd() {
            synchronized (FakeTalosNodes.this) {
                FakeNode node = called();
                fail(node.bootstrapError);
                if (node.bootstraps > 0 && !node.downloadsEtcd) {
                    fail(Optional.of(ErrorCode.CONFLICT));
                }
                node.bootstraps++;
                effects.add("bootstrap " + address);
            }
        }

        @Override
        public boolean runsEtcd() {
            synchronized (FakeTalosNodes.this) {
                return called().etcdData;
            }
        }

        @Override
        public void uploadSnapshot(SnapshotSource snapshot) {
            synchronized (FakeTalosNodes.this) {
                called().hasSnapshot = true;
                effects.add("upload " + address);
            }
        }

        @Override
        public void recoverEtcd() {
            synchronized (FakeTalosNodes.this) {
                FakeNode node = called();
                fail(node.bootstrapError);
                if (node.etcdData || !node.hasSnapshot) {
                    fail(Optional.of(node.etcdData ? ErrorCode.CONFLICT : ErrorCode.INTERNAL));
                }
                node.recoveries++;
                node.etcdData = true;
                effects.add("recover " + address);
            }
        }

        @Override
        public String bootId() {
            synchronized (FakeTalosNodes.this) {
                return "boot-" + called().boots;
            }
        }

        @Override
        public void wipeData() {
            synchronized (FakeTalosNodes.this) {
                FakeNode node = called();
                node.wipes++;
                node.boots++;
                node.etcdData = false;
                node.hasSnapshot = false;
                effects.add("wipe " + address);
            }
        }

        @Override
        public void reboot() {
            synchronized (FakeTalosNodes.this) {
                called().boots++;
                effects.add("reboot " + address);
            }
        }

        @Override
        public void close() {
            synchronized (FakeTalosNodes.this) {
                open--;
            }
        }
    }
}
