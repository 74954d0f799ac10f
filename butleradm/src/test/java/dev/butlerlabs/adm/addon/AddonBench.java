package dev.butlerlabs.adm.addon;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.addon.ManagementAddonReconciler;
import dev.butlerlabs.core.addon.PrivilegedNamespace;
import dev.butlerlabs.core.addon.ShippedAddonDefinitions;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.sim.cluster.control.SmallCluster;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import dev.butlerlabs.sim.fault.FaultSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A management cluster with the shipped catalogue and the controller of its addons. */
final class AddonBench implements AutoCloseable {
    static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    private static final Duration POLL = Duration.ofMillis(100);

    private final SmallCluster cluster = new SmallCluster(new HelmRunner(), 1);
    private final Path kubeconfig;
    private final ReconcilerHost host;

    AddonBench(Path folder) {
        kubeconfig = folder.resolve("kubeconfig");
        new KubeconfigFile(kubeconfig).write(Kubeconfig.parse(cluster.kubeconfig(), "the cluster"));
        new CustomResourceDefinitions(client()).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        client().resource(PrivilegedNamespace.named(Namespaces.SYSTEM)).create();
        ShippedAddonDefinitions.definitions()
                .forEach(definition -> client().resource(definition).create());
        host = ReconcilerHost.start(
                client(),
                List.of(new ManagementAddonReconciler(client(), POLL)),
                ReconcilerHostOptions.standard().withFailedRecheck(POLL));
    }

    KubernetesClient client() {
        return cluster.client();
    }

    void fault(String order) {
        cluster.faults().order(FaultSpec.parse(order));
    }

    ToolRun addon(String... words) {
        return addon(BUTLERADM, words);
    }

    ToolRun addon(Tool tool, String... words) {
        List<String> all = new ArrayList<>(List.of("addon"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        return tool.run(all.toArray(String[]::new));
    }

    List<String> names() {
        return client().resources(ManagementAddon.class).list().getItems().stream()
                .map(addon -> addon.getMetadata().getName())
                .toList();
    }

    @Override
    public void close() {
        host.close();
        cluster.close();
    }
}
