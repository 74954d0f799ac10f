package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.audit.AuditReader;
import dev.butlerlabs.core.audit.AuditVerb;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.access.GrantIssuer;
import dev.butlerlabs.core.tenant.access.GrantTerms;
import dev.butlerlabs.core.tenant.access.TenantAccessClient;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Grants in a simulated tenant cluster, with all reconcilers of tenant clusters running. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TenantGrantTest {
    private final TenantWorld world = TenantWorld.lively();

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void aGrantOfTwoSecondsIsRefusedAtSecondThreeAndARevokedTokenAtOnce() {
        world.pool("lab", "10.40.0.0/26");
        world.provider("network: {mode: ipam, poolRefs: [{name: lab}], loadBalancer: {defaultPoolSize: 4}}");
        world.tenant("demo", 1, Map.of());
        TenantCluster demo = world.awaitReady("demo");
        try (KubernetesClient administrator = world.enter("demo")) {
            Instant start = Instant.now();
            try (KubernetesClient brief = grant(demo, administrator, "brief", Optional.of(start.plusSeconds(2)));
                    KubernetesClient lasting = grant(demo, administrator, "lasting", Optional.empty())) {
                assertThat(code(lasting)).isEqualTo(200);

                Instant refused = TestAwait.upTo(Duration.ofSeconds(30), "the grant refused")
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> code(brief) == 401 ? Instant.now() : start, start::isBefore);

                assertThat(Duration.between(start, refused)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(5));
                assertThat(code(lasting)).as("another grant").isEqualTo(200);
                new TenantAccessClient(administrator).revoke("lasting", Optional.empty());
                assertThat(code(lasting)).isEqualTo(401);
            }
        }
        TestAwait.upTo(Duration.ofSeconds(30), "the record")
                .untilAsserted(() -> assertThat(new AuditReader(world.client()).list(Optional.empty(), Instant.EPOCH))
                        .filteredOn(record -> record.verb() == AuditVerb.EXPIRED)
                        .singleElement()
                        .satisfies(record -> assertThat(record.changes())
                                .containsExactly("role view for token brief in namespace default")));
    }

    private KubernetesClient grant(
            TenantCluster cluster, KubernetesClient administrator, String name, Optional<Instant> until) {
        TenantAccessGrant grant =
                new TenantAccessGrant(TenantAccessGrant.Kind.TOKEN, name, "view", Optional.of("default"));
        String token = new GrantIssuer(world.client(), administrator)
                .issue(
                        ObjectName.from(cluster),
                        grant,
                        new GrantTerms(until, Optional.of("ada")),
                        Duration.ofMinutes(10))
                .orElseThrow();
        return new KubeConnector("test")
                .connect(new TenantObjectFinder(world.client())
                        .kubeconfig(cluster)
                        .withUser("demo", name, Map.of("token", token)));
    }

    private static int code(KubernetesClient client) {
        try {
            client.pods().inNamespace("default").list();
            return 200;
        } catch (KubernetesClientException e) {
            return e.getCode();
        }
    }
}
