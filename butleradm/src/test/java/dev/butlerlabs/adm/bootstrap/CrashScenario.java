package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.sim.talos.SimulatedNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Crashes in a world of their own: a run that is stopped, one with the same code after each of them, and a look at what came of it. */
final class CrashScenario {
    private static final long LIMIT_SECONDS = 600;

    private final BootstrapPlan plan;
    private final Path home;

    CrashScenario(BootstrapPlan plan, Path home) {
        this.plan = plan;
        this.home = home;
    }

    /** What an undisturbed run does, and what it leaves. */
    record Undisturbed(List<Effect> effects, FinalWorld world) {}

    Undisturbed undisturbed() throws Exception {
        CrashGate gate = new CrashGate();
        try (CrashWorld world = new CrashWorld(plan, home, gate)) {
            Optional<String> failure = run(world, true);
            if (failure.isPresent()) {
                throw new IllegalStateException(failure.get());
            }
            return new Undisturbed(gate.seen(), FinalWorld.of(world));
        }
    }

    /**
     * What came of the crashes in a world.
     *
     * @param met those to whose effects a run came at all
     * @param wrong what is not as it has to be; empty when all is well
     */
    record Outcome(List<Crash> met, Map<Fault, String> wrong) {}

    /** What must not happen. */
    enum Fault {
        NOT_READY("not ready"),
        LEAKED("machines or disks leaked"),
        DUPLICATED("machines made twice"),
        SECRETS_REGENERATED("secrets regenerated"),
        ETCD_STARTED_OFTEN("etcd not started exactly once"),
        OTHER_WORLD("other worlds");

        private final String words;

        Fault(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Runs until a run has met no more crashes; that one has to make the cluster ready. */
    Outcome play(List<Crash> crashes, FinalWorld undisturbed) throws Exception {
        CrashGate gate = new CrashGate(crashes);
        try (CrashWorld world = new CrashWorld(plan, home, gate)) {
            Map<Fault, String> wrong = new HashMap<>();
            Map<String, Map<String, String>> kept = Map.of();
            Optional<String> failure;
            int before;
            do {
                before = gate.met().size();
                gate.revive();
                failure = run(world, false);
                Map<String, Map<String, String>> now = world.secrets();
                if (!kept.entrySet().stream().allMatch(one -> one.getValue().equals(now.get(one.getKey())))) {
                    wrong.put(Fault.SECRETS_REGENERATED, kept.keySet() + " before, " + now.keySet() + " after");
                }
                kept = now;
            } while (gate.met().size() > before);
            EmbeddedEngine.discard(world.folder().engine());
            failure.ifPresent(words -> wrong.put(Fault.NOT_READY, words));
            if (failure.isEmpty()) {
                inspect(world, undisturbed, wrong);
            }
            return new Outcome(gate.met(), wrong);
        }
    }

    private static void inspect(CrashWorld world, FinalWorld undisturbed, Map<Fault, String> wrong) {
        FinalWorld now = FinalWorld.of(world);
        List<String> differences = now.differences(undisturbed);
        if (!differences.isEmpty()) {
            wrong.put(Fault.OTHER_WORLD, String.join("; ", differences));
        }
        List<String> more = new ArrayList<>(now.belongings());
        undisturbed.belongings().forEach(more::remove);
        if (!more.isEmpty() || now.machines().size() > undisturbed.machines().size()) {
            wrong.put(Fault.LEAKED, now.machines() + " " + more);
        }
        if (world.machinesEver().size() != undisturbed.machines().size()) {
            wrong.put(Fault.DUPLICATED, world.machinesEver().size() + " machines were made");
        }
        List<Integer> bootstraps = world.infrastructure().machines().stream()
                .flatMap(machine -> world.hosts().machine(machine.id()).stream())
                .map(SimulatedNode::bootstraps)
                .distinct()
                .toList();
        if (!bootstraps.equals(List.of(1))) {
            wrong.put(Fault.ETCD_STARTED_OFTEN, bootstraps.toString());
        }
    }

    /** Runs to the end or until the gate stops it; why it did not come to Ready, if so. */
    private static Optional<String> run(CrashWorld world, boolean removesEngine) throws Exception {
        Narrator narrator = new Narrator();
        try (ExecutorService thread =
                Executors.newSingleThreadExecutor(Thread.ofVirtual().name("run").factory())) {
            Future<?> run = thread.submit(() -> world.run(removesEngine, narrator));
            try {
                run.get(LIMIT_SECONDS, TimeUnit.SECONDS);
                return Optional.empty();
            } catch (ExecutionException e) {
                return Optional.of(e.getCause() + "\n  " + narrator);
            } catch (TimeoutException e) {
                run.cancel(true);
                return Optional.of("not ready after %d s%n  %s".formatted(LIMIT_SECONDS, narrator));
            }
        }
    }
}
