package dev.butlerlabs.sim.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.ManagementAddonReconciler;
import dev.butlerlabs.core.addon.PrivilegedNamespace;
import dev.butlerlabs.core.addon.TenantAddonReconciler;
import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonStatus;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonStatus;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.cluster.ClusterAwait;
import dev.butlerlabs.sim.cluster.control.SmallCluster;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import dev.butlerlabs.sim.fault.FaultSpec;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Addons of the catalogue, wished for in resources, on a simulated management cluster and on a simulated tenant. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("slow")
class AddonReconciliationTest {
    private static final Duration POLL = Duration.ofMillis(100);

    private static SmallCluster management;
    private static SmallCluster tenant;
    private static KubernetesClient client;
    private static ReconcilerHost host;

    @BeforeAll
    static void start() {
        management = new SmallCluster(new HelmRunner(), 1);
        tenant = new SmallCluster(new HelmRunner(), 1);
        client = management.client();
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        client.resource(PrivilegedNamespace.named(Namespaces.SYSTEM)).create();
        client.resource(PrivilegedNamespace.named("team-a")).create();
        List.of("metrics-server", "velero", "loki", "tempo").forEach(AddonReconciliationTest::define);
        client.resource(Serialization.unmarshal(
                        definition("needy").replace("spec:", "spec:\n  dependsOn: [loki]"), AddonDefinition.class))
                .create();
        makeTenant();
        host = ReconcilerHost.start(
                client,
                List.of(new ManagementAddonReconciler(client, POLL), new TenantAddonReconciler(client, POLL)),
                ReconcilerHostOptions.standard().withFailedRecheck(POLL));
    }

    @AfterAll
    static void stop() {
        host.close();
        management.close();
        tenant.close();
    }

    private static void define(String name) {
        client.resource(Serialization.unmarshal(definition(name), AddonDefinition.class))
                .create();
    }

    private static String definition(String name) {
        return """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: AddonDefinition
                metadata: {name: %1$s}
                spec:
                  displayName: %1$s
                  description: For tests.
                  category: other
                  chart:
                    repository: https://charts.example.test
                    name: %1$s
                    defaultVersion: 1.0.0
                    availableVersions: [1.0.0, 1.1.0]
                  defaults:
                    namespace: %1$s-home
                    releaseName: %1$s
                    values: {level: default, kept: true}
                """.formatted(name);
    }

    private static void makeTenant() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("one-kubeconfig")
                        .withNamespace("team-a")
                        .endMetadata()
                        .addToStringData("value", tenant.kubeconfig())
                        .build())
                .create();
        TenantCluster cluster = Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: one, namespace: team-a}
                spec:
                  kubernetesVersion: v1.31.4
                  workers: {replicas: 1}
                """, TenantCluster.class);
        client.resource(cluster).create();
        TenantCluster ready = Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: one, namespace: team-a}
                status:
                  phase: Ready
                  tenantNamespace: team-a
                  kubeconfigSecretRef: {name: one-kubeconfig}
                """, TenantCluster.class);
        ServerSideApply.asButlerForced().applyStatus(client, ready);
    }

    private static void wish(String name, String rest) {
        client.resource(Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ManagementAddon
                metadata: {name: %s}
                spec: %s
                """.formatted(name, rest), ManagementAddon.class))
                .create();
    }

    private static ManagementAddonStatus await(String name, ManagementAddonStatus.Phase phase)
            throws InterruptedException {
        return ClusterAwait.until(
                name + " in phase " + phase,
                () -> Optional.ofNullable(client.resources(ManagementAddon.class)
                                .withName(name)
                                .get())
                        .map(ManagementAddon::getStatus)
                        .orElse(null),
                status -> status != null && status.phase() == phase);
    }

    private static TenantAddonStatus awaitTenant(String name, TenantAddonStatus.Phase phase)
            throws InterruptedException {
        return ClusterAwait.until(
                name + " in phase " + phase,
                () -> Optional.ofNullable(client.resources(TenantAddon.class)
                                .inNamespace("team-a")
                                .withName(name)
                                .get())
                        .map(TenantAddon::getStatus)
                        .orElse(null),
                status -> status != null && status.phase() == phase);
    }

    private static Deployment deployment(KubernetesClient cluster, String namespace, String name) {
        return cluster.apps()
                .deployments()
                .inNamespace(namespace)
                .withName(name)
                .get();
    }

    @Test
    void installsChangesAndRemovesAnAddonOfTheManagementCluster() throws InterruptedException {
        wish("velero", "{addon: velero, values: {level: mine}}");
        ManagementAddonStatus installed = await("velero", ManagementAddonStatus.Phase.INSTALLED);
        assertThat(installed.installedVersion()).isEqualTo("1.0.0");
        assertThat(installed.helmRelease().namespace()).isEqualTo("velero-home");
        assertThat(installed.helmRelease().revision()).isOne();
        TestAwait.changed(
                KubeErrorMapper::isConflict,
                () -> client.resources(ManagementAddon.class)
                        .withName("velero")
                        .edit(addon -> Serialization.unmarshal(
                                Serialization.asYaml(addon)
                                        .replace("addon: \"velero\"", "addon: \"velero\"\n  version: \"1.1.0\""),
                                ManagementAddon.class)));
        ManagementAddonStatus upgraded = ClusterAwait.until(
                "velero upgraded",
                () -> client.resources(ManagementAddon.class)
                        .withName("velero")
                        .get()
                        .getStatus(),
                status -> "1.1.0".equals(status.installedVersion())
                        && status.phase() == ManagementAddonStatus.Phase.INSTALLED);
        assertThat(upgraded.helmRelease().revision()).isEqualTo(2);
        client.resources(ManagementAddon.class).withName("velero").delete();
        ClusterAwait.until(
                "velero deleted",
                () -> Optional.ofNullable(client.resources(ManagementAddon.class)
                        .withName("velero")
                        .get()),
                Optional::isEmpty);
        assertThat(deployment(client, "velero-home", "velero")).isNull();
    }

    @Test
    void waitsForWhatAnAddonDependsOn() throws InterruptedException {
        wish("needy", "{addon: needy}");
        ManagementAddonStatus waiting = ClusterAwait.until(
                "needy waiting for loki",
                () -> Optional.ofNullable(client.resources(ManagementAddon.class)
                                .withName("needy")
                                .get()
                                .getStatus())
                        .orElse(null),
                status -> status != null
                        && String.valueOf(status.message()).contains("Waiting for loki to be installed"));
        assertThat(waiting.phase()).isEqualTo(ManagementAddonStatus.Phase.PENDING);
        wish("loki", "{addon: loki}");
        await("needy", ManagementAddonStatus.Phase.INSTALLED);
    }

    @Test
    void refusesASecondWishVersionsThatAreNotOfferedAndAddonsNobodyKnows() throws InterruptedException {
        wish("tempo", "{addon: tempo}");
        await("tempo", ManagementAddonStatus.Phase.INSTALLED);
        wish("tempo-too", "{addon: tempo}");
        assertThat(await("tempo-too", ManagementAddonStatus.Phase.FAILED).message())
                .contains("ManagementAddon tempo already installs tempo");
        wish("odd", "{addon: metrics-server, version: 3.3.3}");
        assertThat(await("odd", ManagementAddonStatus.Phase.FAILED).message())
                .contains("not available in version 3.3.3", "1.0.0, 1.1.0");
        wish("unheard", "{addon: unheard-of}");
        assertThat(await("unheard", ManagementAddonStatus.Phase.PENDING).message())
                .contains("AddonDefinition unheard-of not found");
    }

    @Test
    void installsOnATenantWithSecretValuesAndSaysWhatFails() throws InterruptedException {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("hidden")
                        .withNamespace("team-a")
                        .endMetadata()
                        .addToStringData("values.yaml", "password: canary-81c2\n")
                        .build())
                .create();
        tenantWish("metrics", "addon: metrics-server, version: 1.0.0");
        TenantAddonStatus status = awaitTenant("metrics", TenantAddonStatus.Phase.INSTALLED);
        assertThat(status.installedVersion()).isEqualTo("1.0.0");
        assertThat(deployment(tenant.client(), "metrics-server-home", "metrics-server"))
                .as("on the tenant")
                .isNotNull();
        assertThat(deployment(client, "metrics-server-home", "metrics-server"))
                .as("on the management cluster")
                .isNull();
        assertThat(Serialization.asYaml(client.resources(TenantAddon.class)
                        .inNamespace("team-a")
                        .withName("metrics")
                        .get()))
                .doesNotContain("canary-81c2");
        management.faults().order(FaultSpec.parse("boot:chart-error@broken*3"));
        tenantWish(
                "broken",
                "version: 2.0.0, helm: {repository: 'oci://registry.example.test/charts', chart: broken}, dependsOn: [{name: metrics}]");
        assertThat(awaitTenant("broken", TenantAddonStatus.Phase.FAILED).message())
                .contains("failed 3 times", "execution error");
        client.resources(TenantAddon.class)
                .inNamespace("team-a")
                .withName("metrics")
                .delete();
        ClusterAwait.until(
                "metrics deleted",
                () -> Optional.ofNullable(client.resources(TenantAddon.class)
                        .inNamespace("team-a")
                        .withName("metrics")
                        .get()),
                Optional::isEmpty);
        assertThat(deployment(tenant.client(), "metrics-server-home", "metrics-server"))
                .isNull();
    }

    private static void tenantWish(String name, String rest) {
        client.resource(Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantAddon
                metadata:
                  name: %s
                  namespace: team-a
                  annotations: {butler.butlerlabs.dev/values-secret: hidden}
                spec: {clusterRef: {name: one}, %s}
                """.formatted(name, rest), TenantAddon.class))
                .create();
    }
}
