package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.bootstrap.CrashScenario.Fault;
import dev.butlerlabs.adm.bootstrap.CrashScenario.Outcome;
import dev.butlerlabs.adm.bootstrap.CrashScenario.Undisturbed;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Stops a bootstrap at its effects, in every mode, in worlds of their own. */
final class CrashExplorer {
    /** What a run does depends a little on chance, so an effect that was seen once may not come again at once. */
    private static final int ATTEMPTS = 3;

    private final BootstrapPlan plan;
    private final Path folder;
    private final Undisturbed undisturbed;
    private final AtomicInteger worlds = new AtomicInteger();

    private CrashExplorer(BootstrapPlan plan, Path folder, Undisturbed undisturbed) {
        this.plan = plan;
        this.folder = folder;
        this.undisturbed = undisturbed;
    }

    /** Watches one run that nobody disturbs, to know what there is to explore. */
    static CrashExplorer of(BootstrapPlan plan, Path folder) throws Exception {
        return new CrashExplorer(plan, folder, new CrashScenario(plan, folder.resolve("undisturbed")).undisturbed());
    }

    List<Effect> effects() {
        return undisturbed.effects();
    }

    /** Every crash there is. */
    List<Crash> all() {
        return Arrays.stream(Crash.Mode.values())
                .flatMap(mode -> effects().stream().map(effect -> new Crash(effect, mode)))
                .toList();
    }

    /** Every crash there is, some to a world: of one mode, and as far from each other as can be. */
    List<List<Crash>> all(int toAWorld) {
        int worldsOfAMode = Math.ceilDiv(effects().size(), toAWorld);
        return List.copyOf(IntStream.range(0, all().size())
                .boxed()
                .collect(Collectors.groupingBy(
                        at -> at / effects().size() * worldsOfAMode
                                + at % effects().size() % worldsOfAMode,
                        TreeMap::new,
                        Collectors.mapping(all()::get, Collectors.toList())))
                .values());
    }

    /** Every crash at the first effect of which this holds; it is there in every run. */
    List<Crash> first(Predicate<Effect> wanted) {
        Effect first = effects().stream().filter(wanted).findFirst().orElseThrow();
        return Arrays.stream(Crash.Mode.values())
                .map(mode -> new Crash(first, mode))
                .toList();
    }

    /** Some crashes by chance, at every door in turn. */
    List<Crash> sample(int count, long seed) {
        List<Crash> mixed = new ArrayList<>(all());
        Collections.shuffle(mixed, new Random(seed));
        List<List<Crash>> doors = List.copyOf(mixed.stream()
                .collect(Collectors.groupingBy(crash -> crash.effect().door()))
                .values());
        return Stream.iterate(0, round -> round + 1)
                .limit(mixed.size())
                .flatMap(round ->
                        doors.stream().filter(door -> door.size() > round).map(door -> door.get(round)))
                .limit(count)
                .toList();
    }

    List<Outcome> explore(List<List<Crash>> worlds, int workers) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(
                workers, Thread.ofPlatform().daemon().factory())) {
            List<Future<Outcome>> running = worlds.stream()
                    .map(crashes -> threads.submit(() -> play(crashes)))
                    .toList();
            for (Future<Outcome> outcome : running) {
                outcomes.add(told(outcome.get(), outcomes.size() + 1, worlds.size()));
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("A world could not be made", e.getCause());
        }
        return outcomes;
    }

    /** Those that do not come about are tried again, in a world without those that did. */
    private Outcome play(List<Crash> crashes) throws Exception {
        List<Crash> ahead = new ArrayList<>(crashes);
        List<Crash> met = new ArrayList<>();
        Map<Fault, String> wrong = new EnumMap<>(Fault.class);
        for (int attempt = 0; attempt < ATTEMPTS && !ahead.isEmpty() && wrong.isEmpty(); attempt++) {
            Path home = folder.resolve("world-" + worlds.incrementAndGet());
            Outcome outcome = new CrashScenario(plan, home).play(ahead, undisturbed.world());
            ahead.removeAll(outcome.met());
            met.addAll(outcome.met());
            wrong.putAll(outcome.wrong());
        }
        return new Outcome(met, wrong);
    }

    private static Outcome told(Outcome outcome, int number, int all) {
        if (!outcome.wrong().isEmpty()) {
            System.out.printf("%d/%d %s: %s%n", number, all, outcome.met(), outcome.wrong());
        } else if (number % 10 == 0) {
            System.out.printf("%d/%d worlds explored%n", number, all);
        }
        return outcome;
    }

    /** What was explored and what was found, in two lines. */
    String report(int crashes, List<Outcome> outcomes) {
        int met = outcomes.stream().mapToInt(outcome -> outcome.met().size()).sum();
        String faults = Arrays.stream(Fault.values())
                .map(fault -> "%s %d".formatted(fault.words(), count(outcomes, fault)))
                .collect(Collectors.joining(", "));
        return "%s: %d effects, %d of %d crashes explored in %d worlds (%d did not come up again in %d attempts)%n  %s"
                .formatted(
                        plan.config().provider(),
                        effects().size(),
                        met,
                        crashes,
                        outcomes.size(),
                        crashes - met,
                        ATTEMPTS,
                        faults);
    }

    private static long count(List<Outcome> outcomes, Fault fault) {
        return outcomes.stream()
                .filter(outcome -> outcome.wrong().containsKey(fault))
                .count();
    }
}
