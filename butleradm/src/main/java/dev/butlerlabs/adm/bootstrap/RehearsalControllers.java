package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.addon.ManagementAddonReconciler;
import dev.butlerlabs.core.addon.TenantAddonReconciler;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.backup.schedule.BackupMetrics;
import dev.butlerlabs.core.backup.schedule.BackupScheduleOptions;
import dev.butlerlabs.core.backup.schedule.BackupScheduleReconciler;
import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.machine.ImageSyncOptions;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.LeaderElection;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.tenant.TenantOptions;
import dev.butlerlabs.operator.TenantReconcilers;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the controllers of a management cluster in a rehearsal: the production reconcilers with simulated Cluster API
 * providers.
 */
final class RehearsalControllers implements AutoCloseable {
    private static final Duration ADDON_POLL = Duration.ofMillis(500);
    /** As in the cluster of a real bootstrap, where the status of the cluster shows the leader. */
    private static final String LEASE = "butler-controllers";

    private final SimulatedTenants simulated;
    private final SimulatedImageFactory factory;
    private final KubernetesClient client;
    private final MachineReconcilers machines;
    private final BackupScheduleReconciler backups;
    private final ReconcilerHost host;

    private RehearsalControllers(
            SimulatedTenants simulated,
            SimulatedImageFactory factory,
            KubernetesClient client,
            MachineReconcilers machines,
            BackupScheduleReconciler backups,
            ReconcilerHost host) {
        this.simulated = simulated;
        this.factory = factory;
        this.client = client;
        this.machines = machines;
        this.backups = backups;
        this.host = host;
    }

    /** Starts the controllers in the cluster of a kubeconfig. */
    static RehearsalControllers start(Path kubeconfig) {
        var read = new KubeconfigFile(kubeconfig).read();
        SimulatedTenants simulated = SimulatedTenants.start(read.toYaml(), TenantDelays.QUICK);
        KubernetesClient client = new KubeConnector("butler-controllers").connect(read);
        SimulatedImageFactory factory = SimulatedImageFactory.start(ImageFactoryOptions.standard());
        MachineReconcilers machines = new MachineReconcilers(
                client,
                ProviderRegistry.load(),
                MachineOptions.keptRehearsal(),
                ImageSyncOptions.rehearsal(new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty())),
                InstantSource.system());
        BackupScheduleReconciler backups = new BackupScheduleReconciler(
                client,
                BackupScheduleOptions.rehearsal(),
                BackupMetrics.NONE,
                BuildInfo.load().version(),
                () -> true,
                Clock.systemUTC());
        try {
            makeRoom(client);
            ReconcilerHostOptions options = ReconcilerHostOptions.standard()
                    .withSelector("!" + Labels.ENGINE_OF)
                    .withLeaderElection(leaderElection());
            return new RehearsalControllers(
                    simulated,
                    factory,
                    client,
                    machines,
                    backups,
                    ReconcilerHost.start(client, all(client, machines, backups), options));
        } catch (RuntimeException e) {
            backups.close();
            machines.close();
            factory.close();
            client.close();
            simulated.close();
            throw e;
        }
    }

    private static List<ReconcilerDefinition<?, ?, ?>> all(
            KubernetesClient client, MachineReconcilers machines, BackupScheduleReconciler backups) {
        List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>(machines.all());
        all.addAll(TenantReconcilers.all(
                client, TenantOptions.brisk(), IpamOptions.standard(), LoadBalancerOptions.brisk()));
        all.add(new ManagementAddonReconciler(client, ADDON_POLL));
        all.add(new TenantAddonReconciler(client, ADDON_POLL));
        all.add(backups);
        return all;
    }

    /** No other process competes for the lease, so that a busy machine may renew it late. */
    private static LeaderElection leaderElection() {
        return new LeaderElection(
                Namespaces.SYSTEM,
                LEASE,
                "rehearsal-" + ProcessHandle.current().pid(),
                Duration.ofSeconds(60),
                Duration.ofSeconds(50),
                Duration.ofSeconds(5));
    }

    private static void makeRoom(KubernetesClient client) {
        for (String name : List.of(Namespaces.SYSTEM, Namespaces.TENANTS)) {
            ServerSideApply.asButler()
                    .apply(
                            client,
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName(name)
                                    .endMetadata()
                                    .build());
        }
    }

    @Override
    public void close() {
        host.close();
        backups.close();
        machines.close();
        factory.close();
        client.close();
        simulated.close();
    }
}
