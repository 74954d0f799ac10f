package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stand-ins for hosted control planes and infrastructure providers beside real Cluster API. They reconcile in one thread of their own; Machines,
 * MachineSets, MachineDeployments, Clusters and bootstrap data are left to the real controllers.
 */
final class TenantStandIns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TenantStandIns.class);
    private static final long RETRY_MILLIS = 500;

    private final Semaphore changes = new Semaphore(1);
    private final KubernetesClient management;
    private final KubernetesClient tenants;
    private final WatchedObjects objects;
    private final HostedControlPlaneStandIn planes;
    private final InfrastructureStandIn infrastructures;
    private final Set<String> realInfrastructures;
    private final Thread thread = Thread.ofPlatform().name("tenant-stand-ins").unstarted(this::run);

    private TenantStandIns(
            String managementKubeconfig,
            ApiServerTarget tenantServer,
            Set<String> additionalInfrastructures,
            Set<String> realInfrastructures) {
        this.realInfrastructures = Set.copyOf(realInfrastructures);
        String tenantKubeconfig = TestKubeconfig.of(tenantServer);
        management = connect(managementKubeconfig);
        tenants = connect(tenantKubeconfig);
        objects = new WatchedObjects(management, types(), changes::release);
        planes = new HostedControlPlaneStandIn(
                objects, tenantKubeconfig, tenantServer.server(), additionalInfrastructures);
        infrastructures = new InfrastructureStandIn(objects, management, tenants);
    }

    /**
     * Starts the stand-ins.
     *
     * @param tenantServer the API server of all tenant clusters
     * @param additionalInfrastructures kinds in the options of the control plane provider
     */
    static TenantStandIns start(
            String managementKubeconfig, ApiServerTarget tenantServer, Set<String> additionalInfrastructures) {
        return start(managementKubeconfig, tenantServer, additionalInfrastructures, Set.of());
    }

    /** @param realInfrastructures names of infrastructures with a real provider; only their machines join here */
    static TenantStandIns start(
            String managementKubeconfig,
            ApiServerTarget tenantServer,
            Set<String> additionalInfrastructures,
            Set<String> realInfrastructures) {
        TenantStandIns standIns =
                new TenantStandIns(managementKubeconfig, tenantServer, additionalInfrastructures, realInfrastructures);
        standIns.thread.start();
        return standIns;
    }

    KubernetesClient tenants() {
        return tenants;
    }

    private static KubernetesClient connect(String kubeconfig) {
        return new KubeConnector("stand-in").connect(Kubeconfig.parse(kubeconfig, "the test"));
    }

    private static List<SimulatedResourceType> types() {
        List<SimulatedResourceType> types = new ArrayList<>(List.of(
                TestedInfrastructure.CLUSTER, TestedInfrastructure.MACHINE, SimulatedResourceType.CONTROL_PLANE));
        TestedInfrastructure.ALL.forEach(infrastructure -> {
            types.add(infrastructure.cluster());
            types.add(infrastructure.machine());
        });
        return types;
    }

    /** Retries after a delay, so that a failed write or a Secret that does not exist yet needs no event. */
    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (changes.tryAcquire(RETRY_MILLIS, TimeUnit.MILLISECONDS)) {
                    changes.drainPermits();
                }
                reconcile();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void reconcile() {
        objects.list(SimulatedResourceType.CONTROL_PLANE).forEach(plane -> guard(() -> planes.reconcile(plane)));
        for (TestedInfrastructure infrastructure : TestedInfrastructure.ALL) {
            if (realInfrastructures.contains(infrastructure.name())) {
                objects.list(infrastructure.machine()).forEach(machine -> guard(() -> infrastructures.join(machine)));
                continue;
            }
            objects.list(infrastructure.cluster())
                    .forEach(cluster -> guard(() -> infrastructures.reconcileCluster(infrastructure, cluster)));
            objects.list(infrastructure.machine())
                    .forEach(machine -> guard(() -> infrastructures.reconcileMachine(infrastructure, machine)));
        }
    }

    private static void guard(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.warn("A stand-in failed: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        objects.close();
        management.close();
        tenants.close();
    }
}
