package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.addon.PrivilegedNamespace;
import dev.butlerlabs.core.addon.ShippedAddonDefinitions;
import dev.butlerlabs.core.addon.TenantAddonReconciler;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.ctl.Butlerctl;
import dev.butlerlabs.sim.cluster.control.SmallCluster;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import dev.butlerlabs.sim.fault.FaultSpec;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A management cluster with the shipped catalogue and the controller of tenants' addons, and one tenant cluster that is ready. */
final class TenantBench implements AutoCloseable {
    static final Tool BUTLERCTL = Tool.of("butlerctl", Butlerctl.class, Butlerctl::commands);

    private static final Duration POLL = Duration.ofMillis(100);

    private final SmallCluster management = new SmallCluster(new HelmRunner(), 1);
    private final SmallCluster tenant = new SmallCluster(new HelmRunner(), 1);
    private final Path kubeconfig;
    private final ReconcilerHost host;

    TenantBench(Path folder) {
        kubeconfig = folder.resolve("kubeconfig");
        new KubeconfigFile(kubeconfig).write(Kubeconfig.parse(management.kubeconfig(), "the cluster"));
        new CustomResourceDefinitions(client()).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        client().resource(PrivilegedNamespace.named(Namespaces.TENANTS)).create();
        ShippedAddonDefinitions.definitions()
                .forEach(definition -> client().resource(definition).create());
        makeTenant();
        host = ReconcilerHost.start(
                client(),
                List.of(new TenantAddonReconciler(client(), POLL)),
                ReconcilerHostOptions.standard().withFailedRecheck(POLL));
    }

    private void makeTenant() {
        client().resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("demo-kubeconfig")
                        .withNamespace(Namespaces.TENANTS)
                        .endMetadata()
                        .addToStringData("value", tenant.kubeconfig())
                        .build())
                .create();
        client().resource(document("spec: {kubernetesVersion: v1.31.4, workers: {replicas: 1}}"))
                .create();
        ServerSideApply.asButlerForced()
                .applyStatus(
                        client(),
                        document("status: {phase: Ready, tenantNamespace: butler-tenants,"
                                + " kubeconfigSecretRef: {name: demo-kubeconfig}}"));
    }

    private static TenantCluster document(String rest) {
        return Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: demo, namespace: butler-tenants}
                %s
                """.formatted(rest), TenantCluster.class);
    }

    KubernetesClient client() {
        return management.client();
    }

    KubernetesClient tenant() {
        return tenant.client();
    }

    void fault(String order) {
        management.faults().order(FaultSpec.parse(order));
    }

    ToolRun addon(String... words) {
        List<String> all = new ArrayList<>(List.of("addon"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        return BUTLERCTL.run(all.toArray(String[]::new));
    }

    List<String> names() {
        return client().resources(TenantAddon.class).inNamespace(Namespaces.TENANTS).list().getItems().stream()
                .map(addon -> addon.getMetadata().getName())
                .toList();
    }

    @Override
    public void close() {
        host.close();
        management.close();
        tenant.close();
    }
}
