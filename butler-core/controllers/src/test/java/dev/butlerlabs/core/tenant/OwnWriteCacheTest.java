package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OwnWriteCacheTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final OwnWriteCache cache = new OwnWriteCache(now::get);

    private static GenericKubernetesResource cluster(String version) {
        GenericKubernetesResource cluster = new GenericKubernetesResource();
        cluster.setApiVersion(TenantResourceType.CLUSTER.apiVersion());
        cluster.setKind(TenantResourceType.CLUSTER.kind());
        cluster.setMetadata(new ObjectMetaBuilder()
                .withNamespace("demo-1")
                .withName("demo")
                .withResourceVersion(version)
                .build());
        return cluster;
    }

    @Test
    void theOwnWriteIsReturnedUntilTheWatchHasCaughtUp() {
        GenericKubernetesResource result = cluster("7");
        cache.note(result);

        assertThat(cache.newest(Optional.of(cluster("6")))).containsSame(result);
        GenericKubernetesResource caughtUp = cluster("7");
        assertThat(cache.newest(Optional.of(caughtUp))).containsSame(caughtUp);
        GenericKubernetesResource newer = cluster("9");
        assertThat(cache.newest(Optional.of(newer))).containsSame(newer);
    }

    /** It may be deleted, so that it has to be read. */
    @Test
    void anObjectThatTheWatchDoesNotKnowIsNotReturned() {
        cache.note(cluster("7"));

        assertThat(cache.newest(Optional.empty())).isEmpty();
    }

    @Test
    void deletedObjectsAndNamespacesAreForgotten() {
        GenericKubernetesResource older = cluster("6");
        cache.note(cluster("7"));
        cache.forget(new ObjectName("demo-1", "demo"), TenantResourceType.CLUSTER);
        assertThat(cache.newest(Optional.of(older))).containsSame(older);

        cache.note(cluster("7"));
        cache.forget("demo-1");
        assertThat(cache.newest(Optional.of(older))).containsSame(older);
    }

    private Optional<GenericKubernetesResource> unreported() {
        return cache.unreportedCreation(TenantResourceType.CLUSTER, "demo-1", "demo");
    }

    @Test
    void anOwnCreationIsReturnedUntilTheWatchReportsIt() {
        assertThat(unreported()).isEmpty();
        GenericKubernetesResource result = cluster("7");
        cache.noteCreation(result);
        assertThat(unreported()).containsSame(result);
        GenericKubernetesResource changed = cluster("8");
        cache.note(changed);
        assertThat(unreported()).containsSame(changed);

        cache.noteReported(cluster("7"));
        assertThat(unreported()).isEmpty();
    }

    /** From then on a missing copy means that the object is deleted. */
    @Test
    void aCopyOfTheWatchIsAReport() {
        cache.noteCreation(cluster("7"));
        cache.newest(Optional.of(cluster("7")));
        assertThat(unreported()).isEmpty();
    }

    @Test
    void anInterruptedWatchDoesNotHideADeletion() {
        cache.noteCreation(cluster("7"));
        now.set(Instant.EPOCH.plus(Duration.ofSeconds(61)));
        assertThat(unreported()).isEmpty();

        cache.noteCreation(cluster("8"));
        cache.forget(new ObjectName("demo-1", "demo"), TenantResourceType.CLUSTER);
        assertThat(unreported()).isEmpty();
        cache.noteCreation(cluster("9"));
        cache.forget("demo-1");
        assertThat(unreported()).isEmpty();
    }
}
