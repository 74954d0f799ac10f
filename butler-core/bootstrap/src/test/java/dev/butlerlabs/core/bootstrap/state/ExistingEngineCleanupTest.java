package dev.butlerlabs.core.bootstrap.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.bootstrap.cleanup.ProviderAccessRecovery;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left in somebody else's API of a cluster that is gone, and what stays there. */
@Tag("slow")
class ExistingEngineCleanupTest {
    private static final OwnerId OWNER = new OwnerId("5d0a4f0e-1b5e");

    @TempDir
    private Path folder;

    private final List<String> told = new ArrayList<>();
    private final ProgressReporter progress =
            new ProgressReporter(event -> told.add(event.toString()), Clock.systemUTC());
    private EmbeddedApiServer existing;
    private KubernetesClient client;
    private ClusterDirectory cluster;
    private Path kubeconfig;

    @BeforeEach
    void start() throws Exception {
        existing = EmbeddedApiServer.start(EmbeddedApiOptions.inDirectory(folder.resolve("existing")));
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(existing.kubeconfig()))
                .build();
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        create(Namespace.class, """
                apiVersion: v1
                kind: Namespace
                metadata: {name: butler-system}
                """);
        kubeconfig = Files.writeString(folder.resolve("kubeconfig"), existing.kubeconfig());
        cluster = new ClusterDirectory("demo", folder.resolve("demo"), folder, AtomicFile::write);
        cluster.create();
        PreviousEngineRecord.rememberExisting(cluster.engine(), kubeconfig);
    }

    @AfterEach
    void stop() {
        client.close();
        existing.close();
    }

    private <T extends HasMetadata> T create(Class<T> kind, String document) {
        return client.resource(Serialization.unmarshal(document, kind)).create();
    }

    /** A bootstrap that came to its end, beside things that only look alike. */
    private ClusterBootstrap bootstrapOf(OwnerId owner) {
        String labels = "labels: {app.kubernetes.io/managed-by: butler, butler.butlerlabs.dev/cluster: demo}";
        create(Secret.class, """
                apiVersion: v1
                kind: Secret
                metadata: {name: demo-nutanix-credentials, namespace: butler-system, %s}
                """.formatted(labels));
        create(Secret.class, """
                apiVersion: v1
                kind: Secret
                metadata: {name: demo-team-credentials, namespace: butler-system}
                """);
        create(ProviderConfig.class, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ProviderConfig
                metadata: {name: demo-provider, namespace: butler-system, finalizers: [%s], %s}
                spec: {provider: nutanix, credentialsRef: {name: demo-nutanix-credentials}}
                """.formatted(Finalizers.PROVIDER_CONFIG, labels));
        ClusterBootstrap bootstrap = create(
                ClusterBootstrap.class, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ClusterBootstrap
                metadata:
                  name: demo
                  namespace: butler-system
                  annotations: {%s: %s}
                  finalizers: [%s]
                spec:
                  provider: nutanix
                  providerRef: {name: demo-provider}
                  cluster: {name: demo, controlPlane: {replicas: 1, cpu: 2, memoryMB: 4096, diskGB: 20}}
                  network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12, vip: 10.0.0.9}
                  talos: {version: v1.9.0, schematic: abc}
                """.formatted(Annotations.OWNER_ID, owner.uid(), Finalizers.CLUSTER_BOOTSTRAP));
        client.resource(OwnerReferences.own(
                        bootstrap,
                        Serialization.unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: MachineRequest
                        metadata: {name: demo-cp-0, namespace: butler-system, finalizers: [%s]}
                        spec:
                          providerRef: {name: demo-provider}
                          machineName: demo-cp-0
                          role: control-plane
                          cpu: 2
                          memoryMB: 4096
                          diskGB: 20
                        """.formatted(Finalizers.MACHINE_REQUEST), MachineRequest.class)))
                .create();
        client.resource(OwnerReferences.own(bootstrap, Serialization.unmarshal("""
                        apiVersion: v1
                        kind: Secret
                        metadata: {name: demo-talos-secrets, namespace: butler-system}
                        """, Secret.class)))
                .create();
        return bootstrap;
    }

    private List<String> names(Class<? extends HasMetadata> kind) {
        return client.resources(kind).inNamespace("butler-system").list().getItems().stream()
                .map(object -> object.getMetadata().getName())
                .toList();
    }

    private void dropProviderConfig() {
        client.resources(ProviderConfig.class)
                .inNamespace("butler-system")
                .withName("demo-provider")
                .edit(config -> {
                    config.getMetadata().setFinalizers(List.of());
                    return config;
                });
        client.resources(ProviderConfig.class).inNamespace("butler-system").delete();
    }

    private void vacate() {
        ExistingEngineCleanup.of(cluster).orElseThrow().vacate(OWNER, progress);
    }

    @Test
    void takesBackWhatBelongsToTheClusterAndLeavesTheRest() {
        bootstrapOf(OWNER);
        vacate();
        assertThat(told).last().asString().contains("5 resources deleted");
        assertThat(names(ClusterBootstrap.class)).isEmpty();
        assertThat(names(MachineRequest.class)).isEmpty();
        assertThat(names(ProviderConfig.class)).isEmpty();
        assertThat(names(Secret.class)).containsExactly("demo-team-credentials");
        vacate();
        assertThat(told).last().asString().contains("No resources found");
    }

    @Test
    void goesOnWhereAnEarlierOneWasEnded() {
        ClusterBootstrap bootstrap = bootstrapOf(OWNER);
        client.resource(bootstrap).delete();
        dropProviderConfig();
        vacate();
        assertThat(names(ClusterBootstrap.class)).isEmpty();
        assertThat(names(MachineRequest.class)).isEmpty();
        assertThat(names(Secret.class)).containsExactly("demo-team-credentials");
    }

    @Test
    void leavesTheWayToTheInfrastructureToATenantThatUsesIt() {
        bootstrapOf(OWNER);
        create(TenantCluster.class, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: shop, namespace: butler-system}
                spec: {kubernetesVersion: v1.31.4, providerConfigRef: {name: demo-provider}, workers: {replicas: 1}}
                """);
        vacate();
        assertThat(told)
                .anySatisfy(event ->
                        assertThat(event).contains("ProviderConfig butler-system/demo-provider", "In use by", "shop"));
        assertThat(names(ClusterBootstrap.class)).isEmpty();
        assertThat(names(ProviderConfig.class)).containsExactly("demo-provider");
        assertThat(names(Secret.class)).containsExactlyInAnyOrder("demo-nutanix-credentials", "demo-team-credentials");
    }

    @Test
    void leavesAnotherClusterOfTheSameNameAlone() {
        bootstrapOf(new OwnerId("somebody-else"));
        vacate();
        assertThat(told).last().asString().contains("another cluster with this name exists");
        assertThat(names(MachineRequest.class)).containsExactly("demo-cp-0");
        assertThat(names(Secret.class)).hasSize(3);
    }

    private void requireOurs() {
        ExistingEngineCleanup.requireOurs(Kubeconfig.parse(existing.kubeconfig(), "test"), cluster);
    }

    @Test
    void letsARunGoOnWithWhatItBegan() {
        requireOurs();
        bootstrapOf(OWNER);
        cluster.keepOwner(OWNER.uid());
        requireOurs();
    }

    @Test
    void keepsARunFromAClusterThatWasBegunFromElsewhere() {
        bootstrapOf(new OwnerId("somebody-else"));
        assertThatThrownBy(this::requireOurs)
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        e -> assertThat(e.hint()).contains(cluster.owner().toString()))
                .hasMessageContaining("started by another operator; its owner is somebody-else");
        cluster.keepOwner(OWNER.uid());
        assertThatThrownBy(this::requireOurs).isInstanceOf(ButlerException.class);
        cluster.keepOwner("somebody-else");
        requireOurs();
    }

    @Test
    void keepsARunFromAClusterThatIsBeingRemoved() {
        cluster.keepOwner(OWNER.uid());
        client.resource(bootstrapOf(OWNER)).delete();
        assertThatThrownBy(this::requireOurs)
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.hint()).contains("butleradm destroy demo"))
                .hasMessageContaining("Cluster demo is being deleted");
    }

    @Test
    void tellsThatTheWayToTheEngineIsGone() throws Exception {
        Files.delete(kubeconfig);
        assertThatThrownBy(this::vacate)
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("The engine stores resources of cluster demo")
                .hasMessageContaining(kubeconfig.toString());
    }

    @Test
    void asksForTheFileWhenAnEarlierRemovalHasTakenTheWayToTheInfrastructureBack() {
        client.resource(bootstrapOf(OWNER)).delete();
        dropProviderConfig();
        assertThatThrownBy(() -> new ProviderAccessRecovery(cluster, ProviderRegistry.load(), progress).open())
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        e -> assertThat(e.hint()).contains("Specify its bootstrap file with -c"));
    }

    @Test
    void isRememberedUntilTheClusterIsForgotten() {
        cluster.discardEngine();
        assertThat(ExistingEngineCleanup.of(cluster)).isPresent();
        cluster.forget();
        assertThat(ExistingEngineCleanup.of(cluster)).isEmpty();
    }
}
