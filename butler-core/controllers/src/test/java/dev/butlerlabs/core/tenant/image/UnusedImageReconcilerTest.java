package dev.butlerlabs.core.tenant.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.AutomaticImageSyncs;
import dev.butlerlabs.core.machine.ImageSyncTarget;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.quota.ClusterProviderReader;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnusedImageReconcilerTest {
    private static final String PLATFORM = "butler-system";
    private static final String SCHEMATIC = "a".repeat(64);
    private static final ImageSyncTarget TARGET = new ImageSyncTarget(
            new ObjectName(PLATFORM, "rack"), new ImageId(SCHEMATIC, "v1.12.1", "amd64", "nocloud", "qcow2"));

    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final UnusedImageReconciler reconciler = new UnusedImageReconciler(
            api.client(), cluster -> new ClusterProviderReader.Use(Optional.of(provider(cluster)), Optional.empty()));
    private ImageSync sync;

    @BeforeEach
    void createImageSync() {
        for (String name : List.of(PLATFORM, "team-a")) {
            api.client()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
        }
        ButlerConfig config = new ButlerConfig();
        config.setMetadata(new ObjectMetaBuilder().withName("butler").build());
        config.setSpec(api.client()
                .getKubernetesSerialization()
                .convertValue(
                        Map.of("imageFactory", Map.of("url", "https://factory.example.com")), ButlerConfigSpec.class));
        api.client().resource(config).create();
        sync = new AutomaticImageSyncs(api.client()).create(TARGET, () -> TransferMode.DIRECT);
    }

    @AfterEach
    void close() {
        api.close();
    }

    private static ProviderConfig provider(TenantCluster cluster) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder()
                .withNamespace(PLATFORM)
                .withName(cluster.getSpec().providerConfigRef().name())
                .build());
        return config;
    }

    private TenantCluster cluster(String name, String provider, String version) {
        return api.client()
                .resource(api.client()
                        .getKubernetesSerialization()
                        .unmarshal("""
                                apiVersion: butler.butlerlabs.dev/v1alpha1
                                kind: TenantCluster
                                metadata: {namespace: team-a, name: %s, finalizers: [example.com/kept]}
                                spec:
                                  kubernetesVersion: v1.31.4
                                  providerConfigRef: {name: %s}
                                  workers: {replicas: 1, machineTemplate: {os: {type: talos, schematicID: "%s", talos: {version: %s}}}}
                                """.formatted(name, provider, SCHEMATIC, version), TenantCluster.class))
                .create();
    }

    private TenantCluster referring(TenantCluster cluster, String name) {
        cluster.setStatus(TenantClusterStatusBuilder.builder()
                .imageSyncRef(new LocalReference(name))
                .build());
        cluster.getMetadata().setResourceVersion(null);
        return api.client().resource(cluster).updateStatus();
    }

    private boolean isKept() {
        reconciler.check(sync);
        return api.client()
                        .resources(ImageSync.class)
                        .inNamespace(PLATFORM)
                        .withName(sync.getMetadata().getName())
                        .get()
                != null;
    }

    @Test
    void deletesAnImageSyncWithoutClusters() {
        assertThat(isKept()).isFalse();
        assertThat(reconciler.check(sync).message()).isEqualTo("No tenant cluster uses the image.");
    }

    @Test
    void keepsTheImageOfAClusterWhoseStatusIsNotWrittenYet() {
        cluster("demo", "rack", "v1.12.1");

        assertThat(reconciler.check(sync).message()).isEqualTo("Used by TenantCluster team-a/demo.");
        assertThat(isKept()).isTrue();
    }

    @Test
    void clustersWithAnotherImageOrInfrastructureDoNotCount() {
        cluster("elsewhere", "other", "v1.12.1");
        cluster("newer", "rack", "v1.12.2");

        assertThat(isKept()).isFalse();
    }

    @Test
    void keepsTheFormerImageUntilTheClusterRefersToTheNewOne() {
        TenantCluster cluster =
                referring(cluster("demo", "rack", "v1.12.2"), sync.getMetadata().getName());
        assertThat(isKept()).isTrue();

        referring(cluster, "the-new-one");
        assertThat(isKept()).isFalse();
    }

    @Test
    void keepsTheImageOfAClusterThatIsBeingDeletedUntilItIsGone() {
        TenantCluster cluster =
                referring(cluster("demo", "rack", "v1.12.1"), sync.getMetadata().getName());
        api.client().resource(cluster).delete();
        assertThat(isKept()).isTrue();

        TenantCluster leaving = api.client().resource(cluster).get();
        leaving.getMetadata().setFinalizers(List.of());
        api.client().resource(leaving).update();
        assertThat(isKept()).isFalse();
    }

    @Test
    void deletesNothingIfClustersCannotBeRead() {
        api.reject("tenantclusters", 403, "Forbidden");

        assertThatExceptionOfType(ButlerException.class).isThrownBy(() -> reconciler.check(sync));
        api.acceptAll();
        cluster("demo", "rack", "v1.12.1");
        assertThat(isKept()).isTrue();
    }

    @Test
    void ignoresImageSyncsOfUsersAndThoseThatAreBeingDeleted() {
        assertThat(reconciler.concern(sync)).isEqualTo(ReconcileFilter.OURS);
        sync.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        assertThat(reconciler.concern(sync)).isEqualTo(ReconcileFilter.FOREIGN);
        ImageSync mine = new ImageSync();
        mine.setMetadata(
                new ObjectMetaBuilder().withNamespace(PLATFORM).withName("mine").build());
        assertThat(reconciler.concern(mine)).isEqualTo(ReconcileFilter.FOREIGN);
    }

    @Test
    void checksTheImageSyncThatAClusterReleased() {
        reconciler.concern(sync);
        ObjectName name = ObjectName.from(sync);
        TenantCluster cluster = cluster("demo", "rack", "v1.12.1");
        assertThat(reconciler.released(cluster)).isEmpty();

        TenantCluster user = referring(cluster, name.name());
        assertThat(reconciler.released(user)).as("it uses it").isEmpty();
        user.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        assertThat(reconciler.released(user)).as("a deletion").containsExactly(name);
        TenantCluster changed = referring(user, "other");
        assertThat(reconciler.released(changed)).as("another image").containsExactly(name);
        assertThat(reconciler.released(changed)).as("the same version").containsExactly(name);
    }
}
