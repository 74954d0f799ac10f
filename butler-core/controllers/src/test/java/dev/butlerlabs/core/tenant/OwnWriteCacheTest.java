package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnWriteCacheTest {
    private final OwnWriteCache cache = new OwnWriteCache();

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
}
