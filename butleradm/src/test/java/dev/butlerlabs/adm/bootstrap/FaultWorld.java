package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapRequest;
import dev.butlerlabs.core.bootstrap.run.BootstrapRun;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import dev.butlerlabs.sim.talos.SimulatedNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A small world in which one thing goes wrong. Its time stands still until the run has said what it waits for. */
final class FaultWorld implements AutoCloseable {
    private final Path folder;
    private final List<String> named;
    private final FaultPlan inside = FaultPlan.none();
    private final FaultPlan outside = FaultPlan.none();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> edits = new LinkedHashMap<>();
    private final Map<String, Runnable> later = new ConcurrentHashMap<>();
    private final PatientClock clock = new PatientClock();
    private final StringBuilder told = new StringBuilder();
    private UnaryOperator<TalosHostOptions> machines = options -> options;
    private UnaryOperator<BootstrapOptions> options = tempo -> tempo;
    private Optional<MachineHost> otherHosts = Optional.empty();
    private TalosHost hosts;
    private SimulatedInfrastructure prism;

    /** @param named what the run has to say of the cause before its patience ends */
    FaultWorld(Path folder, List<String> named) {
        this.folder = folder;
        this.named = named;
    }

    /** Something the infrastructure does wrong, such as {@code create:quota*99}. */
    FaultWorld outside(String order) {
        outside.order(FaultSpec.parse(order));
        return this;
    }

    /** Something that goes wrong in the new cluster. */
    FaultWorld inside(String order) {
        inside.order(FaultSpec.parse(order));
        return this;
    }

    FaultWorld machines(UnaryOperator<TalosHostOptions> change) {
        machines = change;
        return this;
    }

    FaultWorld hosts(MachineHost other) {
        otherHosts = Optional.of(other);
        return this;
    }

    /** Does something to each Talos machine before anybody can reach it. */
    FaultWorld eachNode(Consumer<SimulatedNode> change) {
        return hosts(new MachineHost() {
            @Override
            public Inside boot(Boot boot) {
                Inside inside = hosts.boot(boot);
                hosts.machine(boot.id()).ifPresent(change);
                return inside;
            }

            @Override
            public void forget(String id) {
                hosts.forget(id);
            }
        });
    }

    FaultWorld options(UnaryOperator<BootstrapOptions> change) {
        options = change;
        return this;
    }

    /** Another value in the operator's file. */
    FaultWorld with(String key, String value) {
        start();
        settings.put(key, value);
        return this;
    }

    /** Other words in the operator's file. */
    FaultWorld edit(String before, String after) {
        edits.put(before, after);
        return this;
    }

    /** Does something when a step begins. */
    FaultWorld at(String step, Runnable happening) {
        later.put(step, happening);
        return this;
    }

    FaultWorld start() {
        if (prism == null) {
            hosts = TalosHost.start(
                    machines.apply(TalosHostOptions.quick("v1.12.1").withFaults(inside)));
            prism = Simulators.load()
                    .find("nutanix")
                    .orElseThrow()
                    .start(SimulationOptions.standard().withFaults(outside).withHosts(otherHosts.orElse(hosts)));
            prism.settings().forEach((key, value) -> settings.put(key, String.valueOf(value)));
            settings.put("username", prism.credentials().get("username"));
            settings.put("password", prism.credentials().get("password"));
            settings.put("ca.pem", prism.credentials().get("ca.pem"));
            settings.put("vip", hosts.freeAddress());
        }
        return this;
    }

    TalosHost hosts() {
        return start().hosts;
    }

    SimulatedInfrastructure prism() {
        return start().prism;
    }

    String setting(String key) {
        start();
        return settings.get(key);
    }

    PatientClock clock() {
        return clock;
    }

    ClusterDirectory cluster() {
        return new ButlerHome(folder.resolve("home")).cluster("demo");
    }

    BootstrapPlan plan() {
        ConfigEnvironment surroundings = new ConfigEnvironment(
                name -> Optional.of("PRISM_PASSWORD").filter(name::equals).map(_ -> setting("password")),
                folder,
                folder);
        return BootstrapPlan.read(file(), surroundings, ProviderRegistry.load(), Optional.empty());
    }

    Path file() {
        start();
        try {
            Path authority = Files.writeString(folder.resolve("ca.pem"), settings.get("ca.pem"));
            String text = new PrismFile("demo", 1, 1).text(settings.get("vip"), settings, authority);
            return Files.writeString(folder.resolve("bootstrap.yaml"), edited(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String edited(String text) {
        String changed = text;
        for (Map.Entry<String, String> edit : edits.entrySet()) {
            changed = changed.replace(edit.getKey(), edit.getValue());
        }
        return changed;
    }

    /** Looks at the infrastructure, as every bootstrap does first. */
    void preflight() {
        new PreflightAction(progress()).require(plan(), Optional.empty());
    }

    /** Makes the cluster, on an embedded engine. */
    void bootstrap() {
        ClusterDirectory cluster = cluster();
        try (RunLock _ = RunLock.take(cluster, Clock.systemUTC());
                Engine engine = EmbeddedEngine.start(
                        new EmbeddedEngineOptions(Optional.of(cluster.engine()), 0, Optional.empty()), progress())) {
            bootstrap(engine, cluster);
        }
    }

    void bootstrap(Engine engine, ClusterDirectory cluster) {
        BootstrapOptions usual =
                RunTimeouts.brisk().bootstrap().withClock(clock).withSecrets(KeyPool::secrets);
        RunTimeouts tempo = RunTimeouts.brisk().withBootstrap(options.apply(usual));
        new BootstrapRun(
                        new BootstrapRequest(plan().resources(), cluster, engine, ProviderRegistry.load(), tempo),
                        progress())
                .run();
    }

    private ProgressReporter progress() {
        Progress listening = this::hear;
        return new ProgressReporter(listening, Clock.systemUTC());
    }

    private synchronized void hear(ProgressEvent event) {
        told.append(event).append('\n');
        if (event instanceof ProgressEvent.Started started) {
            Optional.ofNullable(later.remove(started.step())).ifPresent(Runnable::run);
        }
        if (event instanceof ProgressEvent.Waiting waiting
                && named.stream().allMatch(word -> FaultCase.names(waiting.reason(), word))) {
            // Not at once: what was said counts as news, and patience with it begins anew.
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(clock::loseThePatience);
        }
    }

    /** Everything the run has said. */
    synchronized String told() {
        return told.toString();
    }

    @Override
    public void close() {
        if (prism != null) {
            prism.close();
            hosts.close();
        }
    }
}
