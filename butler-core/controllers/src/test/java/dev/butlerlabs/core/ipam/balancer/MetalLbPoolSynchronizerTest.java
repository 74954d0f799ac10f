package dev.butlerlabs.core.ipam.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.ipam.elastic.AllocatedRange;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.testing.LongSuite;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Load balancer addresses that follow the need, between two Kubernetes APIs. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MetalLbPoolSynchronizerTest {
    private static final int QUOTA = 6;
    private static final boolean ALL_CRASHES = Integer.getInteger("butler.crashes", 1) == 0;

    private ManagementCluster management;

    @BeforeAll
    void start() {
        management = new ManagementCluster();
        management.pool("10.40.0.0/20");
        management.provider("loadBalancer: {allocationMode: elastic, initialPoolSize: 2, growthIncrement: 2},"
                + " quotaPerTenant: {maxLoadBalancerIPs: %d}".formatted(QUOTA));
    }

    @AfterAll
    void stop() {
        management.close();
    }

    @Test
    void metalLbIsAwaitedAndThenOffersWhatTheTenantHas() {
        try (ElasticTenant tenant = ElasticTenant.alone(management, "plain")) {
            assertThat(tenant.lookAfter(Duration.ZERO))
                    .hasValueSatisfying(result -> assertThat(result.reason()).isEqualTo("MetalLbMissing"));
            tenant.installMetalLb();
            assertThat(tenant.lookAfter(Duration.ZERO)).containsInstanceOf(StepResult.Done.class);

            AllocatedRange initial = tenant.pieces().getFirst();
            assertThat(tenant.offered())
                    .containsExactly(
                            initial.block().first() + "-" + initial.block().last());
            assertThat(tenant.advertisements())
                    .singleElement()
                    .satisfies(found -> assertThat(found.<Object>get("spec", "ipAddressPools"))
                            .isEqualTo(List.of(MetalLbClient.POOL)));
        }
    }

    @Test
    void theNumberFollowsTheNeedInItsOwnTimeAndNotBeyondTheQuota() {
        try (ElasticTenant tenant = ElasticTenant.alone(management, "story")) {
            tenant.installMetalLb();
            tenant.lookAfter(Duration.ZERO);
            List.of("a", "b", "c").forEach(tenant::service);
            tenant.serve();
            tenant.lookAfter(Duration.ZERO);
            assertThat(tenant.asked()).as("a Service may wait for a moment").isEqualTo(1);

            tenant.lookAfter(Duration.ofSeconds(40));
            assertThat(tenant.asked()).as("grown once").isEqualTo(2);
            tenant.lookAfter(Duration.ZERO);
            tenant.serve();
            assertThat(tenant.used()).hasSize(3);

            List.of("d", "e", "f", "g").forEach(tenant::service);
            tenant.serve();
            tenant.lookAfter(Duration.ofSeconds(40));
            tenant.lookAfter(Duration.ZERO);
            tenant.serve();
            assertThat(tenant.used()).hasSize(QUOTA);
            assertThat(tenant.lookAfter(Duration.ofSeconds(40)))
                    .hasValueSatisfying(result -> assertThat(result.message()).contains("1 Services have no address"));
        }
    }

    @Test
    void nothingIsLeftBehindThatWasAskedForWhenTheClusterWasGoing() {
        try (ElasticTenant tenant = ElasticTenant.alone(management, "going")) {
            tenant.installMetalLb();
            tenant.lookAfter(Duration.ZERO);
            List.of("a", "b", "c").forEach(tenant::service);
            tenant.serve();

            tenant.vanish();
            tenant.lookAfter(Duration.ofSeconds(40));

            assertThat(tenant.pieces()).as("what it began with").hasSize(1);
        }
    }

    /**
     * The whole life of a range that was added and released, once for each write after which a process can be killed (every third in the usual tests). A kill
     * before a write leaves the same objects as a kill after the previous write, so only the long tests run these as well.
     */
    @Test
    void whereverAProcessIsKilledNothingIsOfferedThatIsNotHeldAndTheEndIsTheSame() {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                KubernetesClient client = Mortality.none().connect(server.kubeconfig())) {
            MetalLbKinds.install(client);
            int writes = liveThrough(server, "whole", Mortality.none());
            assertThat(writes).as("writes in a whole life").isGreaterThan(8);
            for (int last = 1; last <= writes; last += LongSuite.count(3, 1)) {
                if (last == 1 || ALL_CRASHES) {
                    liveThrough(server, "before-" + last, new Mortality(last, false));
                }
                liveThrough(server, "after-" + last, new Mortality(last, true));
            }
            System.out.printf("a range that is added and released takes %d writes%n", writes);
        }
    }

    private int liveThrough(EmbeddedApiServer server, String name, Mortality mortality) {
        try (ElasticTenant tenant = ElasticTenant.on(server, management, name, mortality)) {
            tenant.lookAfter(Duration.ZERO);
            List.of("a", "b", "c").forEach(tenant::service);
            tenant.serve();
            tenant.lookAfter(Duration.ofSeconds(40));
            tenant.lookAfter(Duration.ofSeconds(15));
            tenant.serve();
            assertThat(tenant.used()).as("%s: everybody has an address", name).hasSize(3);
            assertThat(tenant.pieces()).as(name).hasSize(2);

            List.of("a", "b", "c").forEach(tenant::deleteService);
            // A week counts from when it is known that nothing is needed; what was needed is told by quarters of a day.
            tenant.lookAfter(Duration.ofDays(1));
            tenant.lookAfter(Duration.ofHours(1));
            tenant.lookAfter(Duration.ofDays(7).minusMinutes(49));
            assertThat(tenant.offered()).as("%s: withdrawn first", name).hasSize(1);
            assertThat(tenant.pieces()).as("%s: and still held", name).anyMatch(piece -> !piece.isOffered());
            tenant.lookAfter(Duration.ofMinutes(11));
            tenant.lookAfter(Duration.ofMinutes(11));
            assertThat(tenant.pieces()).as("%s: given back in the end", name).hasSize(1);
            return mortality.writes();
        }
    }
}
