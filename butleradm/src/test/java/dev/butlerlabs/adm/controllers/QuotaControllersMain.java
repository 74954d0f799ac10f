package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.tenant.TenantOptions;
import dev.butlerlabs.core.tenant.TenantReconciler;
import dev.butlerlabs.core.tenant.UserSpecifiedAddresses;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process with the reconciler of tenant clusters and a short lease. Arguments: the kubeconfig file and the identity. */
final class QuotaControllersMain {
    static final String NAMESPACE = "butler-system";
    static final String LEASE = "quota-test";

    private QuotaControllersMain() {}

    public static void main(String[] arguments) throws Exception {
        LeaderElection election = new LeaderElection(
                NAMESPACE, LEASE, arguments[1], Duration.ofSeconds(3), Duration.ofSeconds(2), Duration.ofMillis(500));
        try (KubernetesClient client = new KubeConnector("butler")
                        .connect(Kubeconfig.parse(Files.readString(Path.of(arguments[0])), arguments[0]));
                ReconcilerHost _ = ReconcilerHost.start(
                        client,
                        List.of(new TenantReconciler(
                                client,
                                new UserSpecifiedAddresses(),
                                ProviderRegistry.load(),
                                TenantOptions.standard())),
                        ReconcilerHostOptions.standard().withLeaderElection(election))) {
            System.out.println("started");
            // Until the test kills the process or closes its input.
            while (System.in.read() >= 0) {}
        }
    }
}
