package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.MachineStage;
import java.util.List;

/** Connects to the Talos API of the machines of a cluster. */
interface TalosNodeConnector {
    /**
     * Connects with the certificates of the cluster.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the client certificate has expired
     */
    NodeClient secured(MachineRoute route);

    /** Connects to a machine in maintenance mode. */
    NodeClient maintenance(MachineRoute route);

    /** The calls of one machine that a bootstrap needs. Each throws a {@code ButlerException} if it fails. */
    interface NodeClient extends AutoCloseable {
        /** Returns the stage of a machine that accepts the certificates of the cluster. */
        MachineStage stage();

        String hostname();

        /** Applies a configuration; the machine installs it after the response. */
        void apply(String configuration);

        /** Returns the members of etcd; none if etcd does not run yet. */
        List<EtcdMember> etcdMembers();

        /**
         * Bootstraps a new etcd cluster; fails with {@code CONFLICT} if etcd has data. Before that, a repeated request starts etcd again.
         */
        void bootstrapEtcd();

        /** Returns whether the process of etcd runs, with or without a quorum. It does not run on a machine without data. */
        boolean runsEtcd();

        /** Uploads an etcd snapshot. Has no effect on a running etcd. */
        void uploadSnapshot(SnapshotSource snapshot);

        /** Starts etcd from the uploaded snapshot; fails with {@code CONFLICT} if etcd has data. */
        void recoverEtcd();

        /** Returns the boot ID, which changes with every boot. */
        String bootId();

        /** Wipes etcd, the kubelet and the containers, keeps the configuration, and reboots. Responds before it does so. */
        void wipeData();

        /** Reboots; responds before it does so. */
        void reboot();

        @Override
        void close();
    }

    /** Creates connectors. */
    @FunctionalInterface
    interface Factory {
        TalosNodeConnector connector(String talosconfig);
    }
}
