package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapRequest;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.bootstrap.run.BootstrapRun;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A simulated world in which a gate stands at every door, and runs of a bootstrap in it, one after another. */
final class CrashWorld implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(300);

    private final CrashGate gate;
    private final FaultPlan inside;
    private final TalosHost hosts;
    private final RehearsalEnvironment rehearsal;
    private final ClusterDirectory folder;
    private final Set<String> machinesEver = ConcurrentHashMap.newKeySet();
    private volatile Map<String, Map<String, String>> secrets = Map.of();

    CrashWorld(BootstrapPlan plan, Path home, CrashGate gate) {
        this.gate = gate;
        this.inside = FaultPlan.none().guardedBy(gate.at(CrashWorld::insideDoor));
        FaultPlan outside = FaultPlan.none().guardedBy(gate.at("infrastructure"));
        this.hosts = TalosHost.start(
                TalosHostOptions.quick(plan.config().talos().version()).withFaults(inside));
        this.rehearsal = RehearsalEnvironment.start(
                plan,
                hosts,
                machines -> SimulationOptions.standard().withFaults(outside).withHosts(remembering(machines)));
        this.folder = new ButlerHome(home).cluster(plan.cluster()).withPen(gate.pen());
    }

    /** Machines are called by nobody else; at the API of a cluster its own controllers come and go. */
    private static Optional<String> insideDoor(RequestInterceptor.Visit visit) {
        if (visit.caller().isEmpty()) {
            return Optional.of("machine");
        }
        return visit.caller().startsWith("butler") ? Optional.of("cluster") : Optional.empty();
    }

    private MachineHost remembering(TalosHost machines) {
        return new MachineHost() {
            @Override
            public Inside boot(Boot boot) {
                machinesEver.add(boot.id());
                return machines.boot(boot);
            }

            @Override
            public void forget(String id) {
                machines.forget(id);
            }
        };
    }

    /** Something that goes wrong in the machines, such as {@code boot:ignores-user-data@cp-1}. */
    CrashWorld inside(String order) {
        inside.order(FaultSpec.parse(order));
        return this;
    }

    /** One run from the beginning, as the command does it, with its engine as the last run has left it. */
    BootstrapResult run(boolean removesEngine, Progress narrator) {
        try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
            BootstrapResult result = runOnEngine(narrator);
            if (removesEngine) {
                folder.discardEngine();
            }
            return result;
        }
    }

    private BootstrapResult runOnEngine(Progress narrator) {
        try (Engine engine = new GatedEngine(folder.engine(), gate.at("engine"))) {
            BootstrapRequest request =
                    new BootstrapRequest(rehearsal.resources(), folder, engine, ProviderRegistry.load(), tempo());
            try {
                return new BootstrapRun(request, new ProgressReporter(narrator, Clock.systemUTC())).run();
            } finally {
                secrets = secrets(engine.access());
            }
        }
    }

    private static Map<String, Map<String, String>> secrets(Kubeconfig access) {
        try (KubernetesClient client = new KubeConnector(CrashGate.LOOKER).connect(access)) {
            return client.secrets().inAnyNamespace().list().getItems().stream()
                    .filter(secret -> secret.getData() != null)
                    .collect(Collectors.toMap(
                            secret -> secret.getMetadata().getNamespace() + "/"
                                    + secret.getMetadata().getName(),
                            Secret::getData));
        }
    }

    /** What was kept in the engine when the last run ended, by name. */
    Map<String, Map<String, String>> secrets() {
        return secrets;
    }

    /** Many worlds share this machine, so each looks a little less often than it could. */
    private RunTimeouts tempo() {
        BootstrapOptions options = RunTimeouts.brisk()
                .bootstrap()
                .withPoll(POLL)
                .withClock(gate.clock())
                .withSecrets(KeyPool::secrets);
        return RunTimeouts.brisk().withBootstrap(options);
    }

    /** What is kept in an engine's folder, behind a door of its own. */
    private static final class GatedEngine implements Engine {
        private final Path data;
        private final EmbeddedApiServer server;

        private GatedEngine(Path data, RequestInterceptor gate) {
            this.data = data;
            this.server = EmbeddedApiServer.start(EmbeddedApiOptions.inDirectory(data)
                    .withDefinitions(new EmbeddedApiOptions.Definitions(
                            ServerSideApply.BUTLER, CustomResourceDefinitionFiles.texts()))
                    .withGate(gate));
        }

        @Override
        public String description() {
            return "the engine of a run that may be stopped";
        }

        @Override
        public Kubeconfig access() {
            return Kubeconfig.parse(server.kubeconfig(), "the kubeconfig of the engine");
        }

        @Override
        public void close() {
            server.close();
        }

        @Override
        public void remove() {
            EmbeddedEngine.discard(data);
        }
    }

    /** Looks into the engine's folder while no run is there. */
    <T> T inEngine(Function<Kubeconfig, T> look) {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inDirectory(folder.engine()))) {
            return look.apply(Kubeconfig.parse(server.kubeconfig(), "the kubeconfig of the engine"));
        }
    }

    ClusterDirectory folder() {
        return folder;
    }

    TalosHost hosts() {
        return hosts;
    }

    /** What the runs are told to bring about. */
    ClusterBootstrap wanted() {
        return rehearsal.resources().clusterBootstrap();
    }

    SimulatedInfrastructure infrastructure() {
        return rehearsal.infrastructure();
    }

    /** Every machine that was ever switched on. */
    Set<String> machinesEver() {
        return Set.copyOf(machinesEver);
    }

    @Override
    public void close() {
        rehearsal.close();
    }
}
