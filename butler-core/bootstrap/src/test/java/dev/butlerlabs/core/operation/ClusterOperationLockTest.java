package dev.butlerlabs.core.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two clients of one API server. The times are shortened: a Lease that is renewed every 100 ms. */
@Tag("slow")
final class ClusterOperationLockTest {
    private static final OperationLockTimings TIMINGS = new OperationLockTimings(
            Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ofMillis(100), Duration.ofMillis(20));

    private final EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
    private final KubernetesClient client = connect();

    private KubernetesClient connect() {
        return new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static ClusterOperationLock acquire(KubernetesClient client, String operation) {
        return ClusterOperationLock.acquire(client, "default", operation, Clock.systemUTC(), message -> {}, TIMINGS);
    }

    private Resource<Lease> lease() {
        return client.leases().inNamespace("default").withName(ClusterOperationLock.LEASE);
    }

    @Test
    void rejectsTheSecondOperationUntilTheFirstHasFinished() {
        try (KubernetesClient other = connect()) {
            try (ClusterOperationLock first = acquire(client, "node add")) {
                ButlerException rejection =
                        catchThrowableOfType(ButlerException.class, () -> acquire(other, "upgrade"));

                assertThat(rejection)
                        .hasMessageMatching(
                                "Another operation is changing the cluster: node add by process %d on host .* since .*Z\\."
                                        .formatted(ProcessHandle.current().pid()));
                first.ensureHeld();
            }
            try (ClusterOperationLock second = acquire(other, "upgrade")) {
                second.ensureHeld();
            }
        }
    }

    @Test
    void stopsTheOperationWhoseLockAnotherProcessTook() {
        try (ClusterOperationLock lock = acquire(client, "node add");
                KubernetesClient fenced = lock.fenced(client)) {
            // Without a resource version, because the lock is renewed at the same time.
            lease().patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"holderIdentity\":\"other\"}}");

            await().atMost(Duration.ofSeconds(10)).until(() -> !lock.isHeld());

            ButlerException loss = catchThrowableOfType(ButlerException.class, lock::ensureHeld);
            assertThat(loss.code()).isEqualTo(ErrorCode.CLUSTER_LOCKED);
            assertThat(loss).hasMessageContaining("\"node add\" lost its lock");
            assertThatThrownBy(() -> fenced.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withNamespace("default")
                            .withName("late")
                            .endMetadata()
                            .build())
                    .create());
        }
        assertThat(lease().require().getSpec().getHolderIdentity()).isEqualTo("other");
    }

    @Test
    void isNotHeldAfterClose() {
        ClusterOperationLock lock = acquire(client, "node add");
        lock.close();

        assertThat(lock.isHeld()).isFalse();
        assertThat(lease().require().getSpec().getHolderIdentity()).isNullOrEmpty();
    }
}
