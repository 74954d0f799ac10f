package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapRequest;
import dev.butlerlabs.core.bootstrap.run.BootstrapRun;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.retry.Sleeper;
import dev.butlerlabs.core.rollout.LiveUpgradeGateway;
import dev.butlerlabs.core.rollout.PlatformUpgrade;
import dev.butlerlabs.core.rollout.UpgradeRun;
import dev.butlerlabs.core.rollout.UpgradeTimeouts;
import dev.butlerlabs.core.status.TalosconfigReader;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.talos.SimulatedNode;
import dev.butlerlabs.sim.talos.etcd.AvailabilityRecorder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A management cluster on simulated Nutanix machines, created in this process, with the CNI as its only addon. */
final class BootstrappedCluster implements AutoCloseable {
    private final ProviderWorld infrastructure;
    private final ClusterDirectory directory;

    private BootstrappedCluster(ProviderWorld infrastructure, ClusterDirectory directory) {
        this.infrastructure = infrastructure;
        this.directory = directory;
    }

    static BootstrappedCluster create(Path folder, int controlPlanes, int workers, String talos) throws IOException {
        return create(folder, controlPlanes, workers, talos, RequestInterceptor.OPEN);
    }

    /** @param interceptor sees every request to the machines and to the cluster */
    static BootstrappedCluster create(
            Path folder, int controlPlanes, int workers, String talos, RequestInterceptor interceptor)
            throws IOException {
        ProviderWorld infrastructure =
                new ProviderWorld(folder, "nutanix", controlPlanes, workers, talos).guardedBy(interceptor);
        ClusterDirectory directory = new ButlerHome(folder.resolve("home")).cluster("demo");
        BootstrappedCluster cluster = new BootstrappedCluster(infrastructure, directory);
        try {
            cluster.bootstrap(folder);
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void bootstrap(Path folder) throws IOException {
        String password = infrastructure.infrastructure().credentials().get("password");
        ConfigEnvironment environment = new ConfigEnvironment(_ -> Optional.of(password), folder, folder);
        BootstrapPlan plan =
                BootstrapPlan.read(infrastructure.file(), environment, ProviderRegistry.load(), Optional.empty());
        ProgressReporter progress = new ProgressReporter(Progress.unseen(), Clock.systemUTC());
        RunTimeouts timeouts = RunTimeouts.brisk()
                .withBootstrap(RunTimeouts.brisk().bootstrap().withSecrets(KeyPool::secrets));
        try (Engine engine = EmbeddedEngine.start(
                new EmbeddedEngineOptions(Optional.of(directory.engine()), 0, Optional.empty()), progress)) {
            new BootstrapRun(
                            new BootstrapRequest(
                                    plan.resources(), directory, engine, ProviderRegistry.load(), timeouts),
                            progress)
                    .run();
        }
    }

    /** Returns a client; the caller closes it. */
    KubernetesClient connect() {
        return new KubeConnector("test", Duration.ofSeconds(5), Duration.ofSeconds(10))
                .connect(List.of(directory.kubeconfig()), Optional.empty());
    }

    TalosMachineAccess machines() {
        return new TalosMachineAccess(new TalosconfigReader(directory.talosconfig()).context(), Clock.systemUTC());
    }

    ClusterDirectory directory() {
        return directory;
    }

    ProviderWorld simulation() {
        return infrastructure;
    }

    Path kubeconfig() {
        return directory.kubeconfig();
    }

    Path talosconfig() {
        return directory.talosconfig();
    }

    /** Returns the directory with the files of the bootstrap. */
    Path home() {
        return directory.home();
    }

    SimulatedInfrastructure infrastructure() {
        return infrastructure.infrastructure();
    }

    TalosHost hosts() {
        return infrastructure.hosts();
    }

    /** Returns an upgrade that gives up after seconds. */
    UpgradeRun upgrade(KubernetesClient client, String talos, UpgradeTimeouts timeouts) {
        return new UpgradeRun(
                new LiveUpgradeGateway(
                        client,
                        machines(),
                        new PlatformUpgrade(client, ProviderRegistry.load(), PlatformAddons.shipped()),
                        _ -> {}),
                VersionList.current(),
                new UpgradeTarget(ReleaseVersion.find(talos), Optional.of(new ReleaseVersion(1, 36, 6))),
                timeouts,
                new ProgressReporter(Progress.unseen(), Clock.systemUTC()),
                Clock.systemUTC(),
                Sleeper.SYSTEM,
                () -> {});
    }

    /** Adds a fault of the machines or of the cluster. */
    void order(String fault) {
        infrastructure.faults().order(FaultSpec.parse(fault));
    }

    /** Returns the machine of a node. */
    SimulatedNode machine(String name) {
        return infrastructure.infrastructure().machines().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .flatMap(machine -> infrastructure.hosts().machine(machine.id()))
                .orElseThrow();
    }

    AvailabilityRecorder availability() {
        return infrastructure.hosts().availability("demo");
    }

    @Override
    public void close() {
        infrastructure.close();
    }
}
