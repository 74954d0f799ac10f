package dev.butlerlabs.core.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.IPAllocationSpec.PinnedRange;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.api.ProviderNetwork.PoolReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.ipam.NodeRangeExtender.NodeRanges;
import dev.butlerlabs.core.ipam.TenantAddressAllocator.Answer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.FinalizerEditor;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a tenant cluster does for its addresses, with the pools served by hand. */
class TenantAddressAllocatorTest {
    private static final NamespacedReference TENANT = new NamespacedReference("web", "team-a");

    private EmbeddedApiServer api;
    private KubernetesClient client;
    private TenantAddressAllocator claims;

    @BeforeEach
    void start() {
        // Claims of one second are served by name, so no test depends on when a second begins.
        api = EmbeddedApiServer.start(
                EmbeddedApiOptions.inMemory().withClock(Clock.fixed(Instant.now(), ZoneOffset.UTC)));
        client = new KubeConnector("butler-test").connect(Kubeconfig.parse(api.kubeconfig(), "embedded"));
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(30));
        claims = new TenantAddressAllocator(client, Requests.NAMESPACE);
        pool("small", "10.1.0.0/29");
        pool("large", "10.2.0.0/24");
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void asksThePoolOfTheLowestNumberThatHasRoom() {
        assertThat(claims.provide(wish(Purpose.NODES, 5))).isInstanceOf(Answer.Waiting.class);
        assertThat(claims.provide(wish(Purpose.LOADBALANCER, 8))).isInstanceOf(Answer.Waiting.class);
        assertThat(claims.provide(wish(Purpose.LOADBALANCER, 8))).isInstanceOf(Answer.Waiting.class);
        serve();

        assertThat(claims.provide(wish(Purpose.NODES, 5)))
                .isInstanceOfSatisfying(
                        Answer.Granted.class,
                        granted -> assertThat(granted.block()).hasToString("10.1.0.1-10.1.0.5"));
        assertThat(claims.provide(wish(Purpose.LOADBALANCER, 8)))
                .isInstanceOfSatisfying(
                        Answer.Granted.class,
                        granted -> assertThat(granted.block()).hasToString("10.2.0.1-10.2.0.8"));
        assertThat(allocation("team-a-web-nodes-12345678").getMetadata().getLabels())
                .containsEntry(Labels.TEAM, "a")
                .containsEntry(Labels.ALLOCATION_TYPE, "nodes");
    }

    @Test
    void movesToAnotherPoolWhenTheFirstWasFilledMeanwhile() {
        claims.provide(wish(Purpose.NODES, 5));
        IPAllocation rival = Requests.allocation("a-rival", 4);
        rival.setSpec(new IPAllocationSpec(new LocalReference("small"), TENANT, Purpose.NODES, 4, null));
        client.resource(rival).create();
        new FinalizerEditor(client).add(allocation("a-rival"), Finalizers.IP_ALLOCATION);
        desk().serve(new ObjectName(Requests.NAMESPACE, "small"));

        assertThat(claims.provide(wish(Purpose.NODES, 5))).isInstanceOf(Answer.Waiting.class);
        serve();

        assertThat(claims.provide(wish(Purpose.NODES, 5)))
                .isInstanceOfSatisfying(
                        Answer.Granted.class,
                        granted -> assertThat(granted.block()).hasToString("10.2.0.1-10.2.0.5"));
    }

    @Test
    void addsARangeForMoreWorkersAndKeepsItWhenTheyAreFewer() {
        pool("wide", "10.3.0.0/24");
        NodeRangeExtender extender = new NodeRangeExtender(claims);
        claims.provide(workers(2).wish(Purpose.NODES));
        serveAll("wide");
        IpRange initial = ((Answer.Granted) claims.provide(workers(2).wish(Purpose.NODES))).block();
        assertThat(extender.extend(workers(2), initial).ranges()).containsExactly(initial);

        NodeRanges pending = extender.extend(workers(20), initial);
        assertThat(pending.ranges()).containsExactly(initial);
        assertThat(pending.shortage()).contains("Addresses requested from pool wide.");
        serveAll("wide");
        NodeRanges grown = extender.extend(workers(20), initial);

        assertThat(grown.shortage()).isEmpty();
        assertThat(grown.ranges()).hasSize(2).startsWith(initial);
        assertThat(grown.ranges().stream().mapToLong(IpRange::count).sum()).isEqualTo(21);
        assertThat(extender.extend(workers(1), initial)).isEqualTo(grown);
        assertThat(claims.release(TENANT)).isEqualTo(2);
    }

    private static TenantAddressDefaults workers(int replicas) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(new ObjectMetaBuilder()
                .withNamespace(TENANT.namespace())
                .withName(TENANT.name())
                .withUid("12345678-aaaa")
                .build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .workers(new TenantClusterSpec.Workers(replicas, null))
                .build());
        return new TenantAddressDefaults(
                cluster,
                new ProviderNetwork(
                        ProviderNetwork.Mode.IPAM,
                        List.of(new PoolReference("wide", 0)),
                        null,
                        null,
                        List.of(),
                        List.of(),
                        null,
                        null));
    }

    private void serveAll(String pool) {
        serve();
        desk().serve(new ObjectName(Requests.NAMESPACE, pool));
    }

    @Test
    void refusesWhatNoPoolCanEverGiveAndGivesEverythingBack() {
        assertThat(claims.provide(wish(Purpose.NODES, 300))).isInstanceOf(Answer.Refused.class);
        claims.provide(wish(Purpose.NODES, 5));
        serve();

        assertThat(claims.release(TENANT)).isEqualTo(1);
        assertThat(claims.provide(wish(Purpose.NODES, 5))).isInstanceOf(Answer.Refused.class);
    }

    /** A pool may share out another part of the same network, as that of the management cluster's machines does. */
    @Test
    void anAddressOfAMachineIsNoTenantsAndStaysWhenATenantOfItsClustersNameGoes() {
        IPAllocation machine = Requests.allocation("mgmt-cp-0", 1);
        machine.getMetadata().setLabels(Map.of(Labels.CLUSTER_BOOTSTRAP, "web"));
        machine.setSpec(new IPAllocationSpec(
                new LocalReference("machines"), TENANT, Purpose.NODES, 1, new PinnedRange("10.1.0.1", "10.1.0.1")));
        NetworkPoolClient pools = new NetworkPoolClient(client);
        assertThatThrownBy(
                        () -> pools.create(new ObjectName(Requests.NAMESPACE, "machines"), part("10.1.0.0/29", null)))
                .hasMessageContaining("overlaps");
        client.resource(Requests.pool("machines", part("10.1.0.0/29", "10.1.0.1")))
                .create();
        client.resource(machine).create();
        serve();
        desk().serve(new ObjectName(Requests.NAMESPACE, "machines"));
        claims.provide(wish(Purpose.NODES, 5));
        serve();

        assertThat(allocation("team-a-web-nodes-12345678").getStatus().startAddress())
                .isEqualTo("10.1.0.2");
        claims.release(TENANT);
        assertThat(allocation("mgmt-cp-0").isMarkedForDeletion()).isFalse();
        assertThat(allocation("team-a-web-nodes-12345678").isMarkedForDeletion())
                .isTrue();
    }

    private static NetworkPoolSpec part(String cidr, String only) {
        return new NetworkPoolSpec(
                cidr,
                List.of(),
                only == null ? null : new NetworkPoolSpec.TenantAllocation(only, only, List.of(), null));
    }

    private void pool(String name, String cidr) {
        client.resource(Requests.pool(name, new NetworkPoolSpec(cidr, List.of(), null)))
                .create();
    }

    private static TenantAddressRequest wish(Purpose purpose, int count) {
        return new TenantAddressRequest(
                TENANT,
                "12345678-aaaa",
                Optional.of("a"),
                purpose,
                TenantAddressRequest.Amount.of(count),
                List.of(new PoolReference("large", 10), new PoolReference("absent", 0), new PoolReference("small", 5)),
                Optional.empty());
    }

    private IPAllocation allocation(String name) {
        return client.resources(IPAllocation.class)
                .inNamespace(Requests.NAMESPACE)
                .withName(name)
                .get();
    }

    /** What the reconcilers would do: finalizers first, then every pool. */
    private void serve() {
        client.resources(IPAllocation.class)
                .inNamespace(Requests.NAMESPACE)
                .list()
                .getItems()
                .forEach(found -> new FinalizerEditor(client).add(found, Finalizers.IP_ALLOCATION));
        desk().serve(new ObjectName(Requests.NAMESPACE, "small"));
        desk().serve(new ObjectName(Requests.NAMESPACE, "large"));
    }

    private PoolAllocator desk() {
        return new PoolAllocator(
                new PoolRepository(client),
                InstantSource.system(),
                16,
                AllocationBackoff.plain(),
                (found, block) -> {});
    }
}
