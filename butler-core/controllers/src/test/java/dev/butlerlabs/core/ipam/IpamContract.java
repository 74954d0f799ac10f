package dev.butlerlabs.core.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Pools and IPAllocations with their reconcilers, on whatever API a subclass starts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class IpamContract {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    /** More of them with {@code -Dbutler.ipam.claims=4000}. */
    private static final int CLAIMS = Integer.getInteger("butler.ipam.claims", 80);

    private static final int CLAIMERS = 4;
    /** Few are served in several goes too. */
    private static final int BATCH = CLAIMS < 1000 ? 32 : IpamOptions.standard().batch();

    private final List<ReconcilerHost> hosts = new ArrayList<>();
    private KubernetesClient client;

    abstract Kubeconfig startApi();

    abstract void stopApi();

    @BeforeAll
    void start() {
        client = new KubeConnector("butler-test").connect(startApi());
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), LIMIT);
    }

    @AfterAll
    void stop() {
        if (client != null) {
            client.close();
        }
        stopApi();
    }

    @AfterEach
    void forgetAll() {
        hosts.forEach(ReconcilerHost::close);
        hosts.clear();
        unfinished(IPAllocation.class);
        unfinished(NetworkPool.class);
        client.resources(IPAllocation.class).inNamespace(Requests.NAMESPACE).delete();
        client.resources(NetworkPool.class).inNamespace(Requests.NAMESPACE).delete();
    }

    private <T extends CustomResource<?, ?>> void unfinished(Class<T> kind) {
        client.resources(kind)
                .inNamespace(Requests.NAMESPACE)
                .list()
                .getItems()
                .forEach(object -> client.resource(object).edit(live -> {
                    live.getMetadata().setFinalizers(List.of());
                    return live;
                }));
    }

    private void host(Duration retention) {
        IpamOptions options = new IpamOptions(retention, Duration.ofMillis(500), Duration.ofSeconds(30), BATCH);
        hosts.add(ReconcilerHost.start(
                client,
                new IpamReconcilers(client, options, InstantSource.system()).all(),
                ReconcilerHostOptions.standard()
                        .withNamespaces(Set.of(Requests.NAMESPACE))
                        .withConcurrency(8)
                        .withBackoff(new Backoff(Duration.ofMillis(50), 2, Duration.ofMillis(400), 0.3))));
    }

    @Test
    void anAllocationLivesFromAskingToForgetting() {
        host(Duration.ofSeconds(2));
        client.resource(Requests.pool("10.40.0.0/24")).create();
        client.resource(Requests.allocation("web", 8)).create();

        IPAllocation given = await("web", Phase.ALLOCATED);
        assertThat(given.getStatus().startAddress()).isEqualTo("10.40.0.1");
        assertThat(given.getStatus().endAddress()).isEqualTo("10.40.0.8");
        assertThat(given.getStatus().addresses()).hasSize(8);
        assertThat(given.getStatus().cidr()).isEqualTo("10.40.0.1-10.40.0.8");
        NetworkPool pool =
                awaitPool(found -> Integer.valueOf(8).equals(found.getStatus().allocatedIPs()));
        assertThat(pool.getStatus().totalIPs()).isEqualTo(254);
        assertThat(pool.getStatus().availableIPs()).isEqualTo(246);
        assertThat(ConditionEditor.find(pool.getStatus().conditions(), "CapacityWarning"))
                .isPresent();

        allocation("web").delete();
        IPAllocation released = await("web", Phase.RELEASED);
        assertThat(released.getStatus().releasedAt()).isNotNull();
        assertThat(released.getStatus().startAddress()).isEqualTo("10.40.0.1");
        awaitPool(found -> Integer.valueOf(254).equals(found.getStatus().availableIPs()));
        ObjectWaiter.silent().await(allocation("web"), "IPAllocation web", WaitCondition.deleted(), LIMIT);
    }

    @Test
    void anExhaustedPoolSaysWhatIsMissingAndRecoversByItself() {
        host(Duration.ofHours(1));
        client.resource(Requests.pool("10.40.0.0/28")).create();
        client.resource(Requests.allocation("first", 8)).create();
        await("first", Phase.ALLOCATED);
        client.resource(Requests.allocation("second", 8)).create();

        awaitThat(
                "second",
                found -> found.getStatus() != null
                        && ConditionEditor.find(found.getStatus().conditions(), "Granted")
                                .filter(condition -> condition.getMessage().contains("2 more must be released"))
                                .isPresent());
        allocation("first").delete();

        assertThat(await("second", Phase.ALLOCATED).getStatus().allocatedCount())
                .isEqualTo(8);
    }

    @Test
    void aPoolStaysAndKeepsItsShapeWhileInUse() {
        host(Duration.ZERO);
        client.resource(Requests.pool("10.40.0.0/24")).create();
        client.resource(Requests.allocation("web", 8)).create();
        await("web", Phase.ALLOCATED);

        TestAwait.changed(
                KubeErrorMapper::isConflict,
                () -> pool().edit(pool -> {
                    pool.setSpec(Requests.window("10.40.0.0/24", "10.40.0.100", "10.40.0.120"));
                    return pool;
                }));
        NetworkPool refusing =
                awaitPool(found -> ConditionEditor.find(found.getStatus().conditions(), "SpecAccepted")
                        .filter(condition -> condition.getMessage().contains("10.40.0.1-10.40.0.8"))
                        .isPresent());
        assertThat(refusing.getStatus().totalIPs()).isEqualTo(254);
        pool().delete();
        awaitPool(found -> ConditionEditor.find(found.getStatus().conditions(), "Unused")
                .filter(condition -> condition.getMessage().contains("web"))
                .isPresent());

        allocation("web").delete();

        ObjectWaiter.silent().await(pool(), "NetworkPool", WaitCondition.deleted(), LIMIT);
    }

    @Test
    void twoControllersWithoutALeaderGiveNoAddressTwice() throws Exception {
        client.resource(Requests.pool("10.40.0.0/15")).create();
        host(Duration.ofHours(1));
        host(Duration.ofHours(1));
        long start = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> work = IntStream.range(0, CLAIMERS)
                    .<Future<?>>mapToObj(claimer -> threads.submit(() -> claim(claimer)))
                    .toList();
            for (Future<?> part : work) {
                part.get();
            }
        }
        while (firstThatWaits().isPresent()) {
            await(firstThatWaits().orElse("claim-0"), Phase.ALLOCATED);
        }
        assertNoOverlap();
        System.out.printf(
                "%d claims, two controllers: settled after %d ms, overlaps 0%n%s",
                CLAIMS, Duration.ofNanos(System.nanoTime() - start).toMillis(), figures(client));
    }

    private void claim(int claimer) {
        for (int number = claimer; number < CLAIMS; number += CLAIMERS) {
            IPAllocation claim = Requests.allocation("claim-" + number, 1 + number % 4);
            // Who knows how it is done brings the finalizer along; others are given one first.
            claim.getMetadata().setFinalizers(number % 4 == 0 ? List.of() : List.of(Finalizers.IP_ALLOCATION));
            client.resource(claim).create();
            if (number % 8 == 7) {
                allocation("claim-" + (number - CLAIMERS)).delete();
            }
            if (number % (CLAIMS / 4) == 0) {
                assertNoOverlap();
            }
        }
    }

    private Optional<String> firstThatWaits() {
        return client.resources(IPAllocation.class).inNamespace(Requests.NAMESPACE).list().getItems().stream()
                .filter(allocation -> !allocation.isMarkedForDeletion())
                .filter(allocation -> new AllocationClaim(allocation).block().isEmpty())
                .map(allocation -> allocation.getMetadata().getName())
                .findFirst();
    }

    /** What the API has to tell about the requests it got. */
    String figures(KubernetesClient asked) {
        return "";
    }

    private void assertNoOverlap() {
        List<IpRange> held =
                client.resources(IPAllocation.class).inNamespace(Requests.NAMESPACE).list().getItems().stream()
                        .flatMap(allocation -> new AllocationClaim(allocation).block().stream())
                        .sorted(Comparator.comparing(IpRange::first))
                        .toList();
        for (int i = 1; i < held.size(); i++) {
            assertThat(held.get(i).overlaps(held.get(i - 1)))
                    .as("%s and %s", held.get(i - 1), held.get(i))
                    .isFalse();
        }
    }

    private Resource<IPAllocation> allocation(String name) {
        return client.resources(IPAllocation.class)
                .inNamespace(Requests.NAMESPACE)
                .withName(name);
    }

    private Resource<NetworkPool> pool() {
        return client.resources(NetworkPool.class)
                .inNamespace(Requests.NAMESPACE)
                .withName(Requests.POOL);
    }

    private IPAllocation await(String name, Phase phase) {
        return awaitThat(name, found -> new AllocationClaim(found).phase() == phase);
    }

    private IPAllocation awaitThat(String name, Predicate<IPAllocation> met) {
        return ObjectWaiter.silent()
                .await(
                        allocation(name),
                        "IPAllocation " + name,
                        WaitCondition.that("as expected", met, found -> String.valueOf(found.getStatus())),
                        LIMIT)
                .orElseThrow();
    }

    private NetworkPool awaitPool(Predicate<NetworkPool> met) {
        return ObjectWaiter.silent()
                .await(
                        pool(),
                        "NetworkPool",
                        WaitCondition.that(
                                "as expected",
                                found -> Optional.ofNullable(found.getStatus()).isPresent() && met.test(found),
                                found -> String.valueOf(found.getStatus())),
                        LIMIT)
                .orElseThrow();
    }
}
