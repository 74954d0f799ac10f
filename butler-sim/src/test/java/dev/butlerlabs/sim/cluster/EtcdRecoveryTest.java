package dev.butlerlabs.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.etcd.EtcdSnapshotReader;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.NodeService;
import dev.butlerlabs.core.talos.client.TalosClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Snapshots contain the objects of a cluster, and a new machine starts etcd from one. */
@Tag("slow")
class EtcdRecoveryTest {
    private static final String VERSION = "v1.12.1";

    @Test
    void aNewMachineStartsWithTheObjectsOfASnapshot() throws Exception {
        try (TalosHost hosts = TalosHost.start(TalosHostOptions.quick(VERSION).installing())) {
            Rehearsal cluster = new Rehearsal(hosts, "one", VERSION, "https://" + hosts.freeAddress() + ":6443");
            String first = cluster.bring("cp-1");
            cluster.bootstrap(first);
            cluster.awaitReady(first);
            ConfigMap before;
            byte[] snapshot;
            try (KubernetesClient client = cluster.kubernetes(first)) {
                ClusterAwait.until("a node", () -> ClusterAwait.nodes(client), nodes -> nodes.containsKey("cp-1"));
                before = client.resource(configMap()).create();
                client.resource(secret()).create();
                snapshot = snapshot(cluster, first);
            }
            assertThat(keys(snapshot))
                    .contains(
                            "/registry/configmaps/default/sentinel",
                            "/registry/secrets/default/credentials",
                            "/registry/minions/cp-1",
                            "/registry/clusterroles/admin");
            cluster.remove("cp-1");
            ClusterAwait.until("no clusters", hosts::clusters, List::isEmpty);

            String second = cluster.bring("cp-2");
            recover(cluster, second, damaged(snapshot));
            try (TalosClient client = cluster.talos(second)) {
                ClusterAwait.until(
                        "etcd does not start from a damaged snapshot",
                        () -> client.services().stream()
                                .filter(service -> service.id().equals("etcd"))
                                .map(NodeService::state)
                                .toList(),
                        states -> states.toString().contains("Failed"));
            }
            recover(cluster, second, snapshot);
            cluster.awaitReady(second);
            try (KubernetesClient client = cluster.kubernetes(second)) {
                ClusterAwait.until(
                        "the new node", () -> ClusterAwait.nodes(client), nodes -> nodes.containsKey("cp-2"));
                ConfigMap after = client.configMaps()
                        .inNamespace("default")
                        .withName("sentinel")
                        .get();
                assertThat(after).isEqualTo(before);
                Secret credentials = client.secrets()
                        .inNamespace("default")
                        .withName("credentials")
                        .get();
                assertThat(credentials.getData()).isEqualTo(Map.of("key", "c2VjcmV0"));
                ConfigMap changed = client.resource(configMap()).createOr(one -> one.update());
                assertThat(Long.parseLong(changed.getMetadata().getResourceVersion()))
                        .isGreaterThanOrEqualTo(
                                Long.parseLong(before.getMetadata().getResourceVersion()));
            }
        }
    }

    private static byte[] snapshot(Rehearsal cluster, String address) {
        ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
        try (TalosClient client = cluster.talos(address)) {
            client.etcd().snapshot(snapshot);
        }
        return snapshot.toByteArray();
    }

    private static void recover(Rehearsal cluster, String address, byte[] snapshot) {
        cluster.awaitArrival(address);
        try (TalosClient client = cluster.talos(address)) {
            client.etcd().recover(new ByteArrayInputStream(snapshot));
            client.bootstrap(EtcdBootstrapSource.RECOVERED);
        }
    }

    private static byte[] damaged(byte[] snapshot) {
        byte[] damaged = snapshot.clone();
        damaged[damaged.length / 2] ^= 1;
        return damaged;
    }

    private static Set<String> keys(byte[] snapshot) throws IOException {
        Set<String> keys = new HashSet<>();
        EtcdSnapshotReader.open(SnapshotSource.of(snapshot)).visit((_, _, entry) -> keys.add(entry.key()));
        return keys;
    }

    private static ConfigMap configMap() {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("sentinel")
                .withNamespace("default")
                .endMetadata()
                .withData(Map.of("id", "17"))
                .build();
    }

    private static Secret secret() {
        return new SecretBuilder()
                .withNewMetadata()
                .withName("credentials")
                .withNamespace("default")
                .endMetadata()
                .withData(Map.of("key", "c2VjcmV0"))
                .build();
    }
}
