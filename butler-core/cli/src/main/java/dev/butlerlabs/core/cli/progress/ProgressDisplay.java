package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;

/** Shows progress on standard error until it is closed. Thread-safe. */
public final class ProgressDisplay implements Progress, AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(500);

    private final Progress renderer;
    private final Runnable ending;

    private ProgressDisplay(Progress renderer, Runnable ending) {
        this.renderer = renderer;
        this.ending = ending;
    }

    /** Returns a display with one line per event. */
    public static ProgressDisplay plain(Consumer<String> lines, boolean quiet) {
        return new ProgressDisplay(new PlainProgress(lines, quiet, ZoneId.systemDefault()), () -> {});
    }

    /** Returns a display with one JSON object per event. */
    public static ProgressDisplay json(Consumer<String> lines, boolean quiet) {
        return new ProgressDisplay(new JsonProgress(lines, quiet), () -> {});
    }

    /** Returns a display that redraws the bottom of the screen. */
    public static ProgressDisplay live(
            Consumer<String> lines, Consumer<List<String>> foot, TerminalColors ink, int width, Clock clock) {
        LiveProgress live = new LiveProgress(lines, foot, ink, width, clock);
        Thread ticker = Thread.ofVirtual().name("progress").start(() -> tick(live));
        return new ProgressDisplay(live, () -> {
            ticker.interrupt();
            live.close();
        });
    }

    private static void tick(LiveProgress live) {
        try {
            while (true) {
                Thread.sleep(TICK);
                live.redraw();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void report(ProgressEvent event) {
        renderer.report(event);
    }

    @Override
    public void close() {
        ending.run();
    }
}
