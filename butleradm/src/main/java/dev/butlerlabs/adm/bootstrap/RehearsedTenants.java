package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.controllers.TenantReconcilers;
import dev.butlerlabs.core.addon.ManagementAddonReconciliation;
import dev.butlerlabs.core.addon.TenantAddonReconciliation;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.balancer.BalancerOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.HostOptions;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.Reconciliation;
import dev.butlerlabs.core.tenant.TenantOptions;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantTempo;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What makes tenant clusters and installs addons in a rehearsed management cluster: the real reconciliations, and simulated providers. */
final class RehearsedTenants implements AutoCloseable {
    private static final Duration ADDON_POLL = Duration.ofMillis(500);

    private final SimulatedTenants simulated;
    private final KubernetesClient client;
    private final ReconcilerHost host;

    private RehearsedTenants(SimulatedTenants simulated, KubernetesClient client, ReconcilerHost host) {
        this.simulated = simulated;
        this.client = client;
        this.host = host;
    }

    /** Starts in the cluster that a kubeconfig leads to. */
    static RehearsedTenants start(Path kubeconfig) {
        var read = new KubeconfigFile(kubeconfig).read();
        SimulatedTenants simulated = SimulatedTenants.start(read.toYaml(), TenantTempo.QUICK);
        KubernetesClient client = new KubeConnector("butleradm").connect(read);
        try {
            makeRoom(client);
            return new RehearsedTenants(
                    simulated, client, ReconcilerHost.start(client, all(client), HostOptions.standard()));
        } catch (RuntimeException e) {
            client.close();
            simulated.close();
            throw e;
        }
    }

    private static List<Reconciliation<?, ?, ?>> all(KubernetesClient client) {
        List<Reconciliation<?, ?, ?>> all = new ArrayList<>(
                TenantReconcilers.all(client, TenantOptions.brisk(), IpamOptions.standard(), BalancerOptions.brisk()));
        all.add(new ManagementAddonReconciliation(client, ADDON_POLL));
        all.add(new TenantAddonReconciliation(client, ADDON_POLL));
        return all;
    }

    private static void makeRoom(KubernetesClient client) {
        ServerSideApply.asButler()
                .apply(
                        client,
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(Namespaces.TENANTS)
                                .endMetadata()
                                .build());
    }

    @Override
    public void close() {
        host.close();
        client.close();
        simulated.close();
    }
}
