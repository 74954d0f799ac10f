package dev.butlerlabs.core.progress;

import dev.butlerlabs.core.progress.RunTimeline.End;
import dev.butlerlabs.core.progress.RunTimeline.Fault;
import dev.butlerlabs.core.progress.RunTimeline.Lane;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The totals of a run. The live screen, {@code butleradm timeline} and its web page print these, so that they always agree.
 *
 * @param steps number of steps
 * @param stepsDone number of steps that succeeded
 * @param machines number of machines
 * @param machinesReady number of machines in their final state
 * @param addons number of addons
 * @param addonsReady number of addons in their final state
 * @param retries how often steps were entered again
 * @param faults number of injected faults
 * @param faultsHandled number of injected faults whose effect was overcome
 * @param waited how long the steps waited, summed over all steps
 */
public record RunSummary(
        Duration took,
        int steps,
        int stepsDone,
        int machines,
        int machinesReady,
        int addons,
        int addonsReady,
        int retries,
        int faults,
        int faultsHandled,
        Duration waited) {
    public static RunSummary of(Run run) {
        return new RunSummary(
                run.took(),
                run.steps().size(),
                (int) run.steps().stream()
                        .filter(step -> step.end() == End.WELL)
                        .count(),
                run.machines().size(),
                settled(run.machines()),
                run.addons().size(),
                settled(run.addons()),
                run.steps().stream().mapToInt(step -> step.retries().size()).sum(),
                run.faults().size(),
                (int) run.faults().stream()
                        .map(Fault::handled)
                        .filter(Optional::isPresent)
                        .count(),
                run.steps().stream().map(RunSummary::waited).reduce(Duration.ZERO, Duration::plus));
    }

    private static int settled(List<Lane> lanes) {
        return (int) lanes.stream().filter(lane -> lane.state().isSettled()).count();
    }

    private static Duration waited(Span step) {
        return step.waits().stream().map(RunTimeline.Wait::took).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the duration in seconds with one decimal, such as {@code 44.0s}. */
    public String duration() {
        return "%.1fs".formatted(took.toMillis() / 1000.0);
    }

    /** Returns the totals as one line, such as {@code 44.0s: 18 steps, 5 machines, 16 addons}. Zero counts are left out. */
    public String line() {
        return duration() + ": " + String.join(", ", counts());
    }

    /** Returns each count that is not zero, with its noun. */
    public List<String> counts() {
        List<String> counts = new ArrayList<>();
        counts.add(of(stepsDone, steps, "step"));
        add(counts, machinesReady, machines, "machine");
        add(counts, addonsReady, addons, "addon");
        if (retries > 0) {
            counts.add(retries == 1 ? "1 retry" : retries + " retries");
        }
        if (faults > 0) {
            counts.add("%s injected, %d handled".formatted(CountFormatter.of(faults, "fault"), faultsHandled));
        }
        return counts;
    }

    private static void add(List<String> counts, int done, int all, String noun) {
        if (all > 0) {
            counts.add(of(done, all, noun));
        }
    }

    private static String of(int done, int all, String noun) {
        return done == all ? CountFormatter.of(all, noun) : "%d/%s".formatted(done, CountFormatter.of(all, noun));
    }

    /** Returns the totals as a document. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("seconds", took.toMillis() / 1000.0);
        document.put("steps", steps);
        document.put("stepsDone", stepsDone);
        document.put("machines", machines);
        document.put("machinesReady", machinesReady);
        document.put("addons", addons);
        document.put("addonsReady", addonsReady);
        document.put("retries", retries);
        document.put("faults", faults);
        document.put("faultsHandled", faultsHandled);
        document.put("waitedSeconds", waited.toMillis() / 1000.0);
        return document;
    }
}
