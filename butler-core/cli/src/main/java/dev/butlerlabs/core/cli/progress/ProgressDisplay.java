package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.cli.screen.ScreenProgress;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

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

    /**
     * Returns a display that redraws the bottom of the screen.
     *
     * @param width the current width of the screen
     */
    public static ProgressDisplay live(
            Consumer<String> lines, Consumer<List<String>> foot, TerminalColors ink, IntSupplier width, Clock clock) {
        LiveProgress live = new LiveProgress(lines, foot, ink, width, clock);
        Thread ticker = Thread.ofVirtual().name("progress").start(() -> tick(live));
        return new ProgressDisplay(live, () -> {
            ticker.interrupt();
            live.close();
        });
    }

    /**
     * Returns a display on the full screen. When it is closed, the results of the steps, messages and the totals of the run are
     * printed.
     *
     * @param lines prints permanent lines
     * @param width the current width of the screen
     */
    public static ProgressDisplay screen(
            ScreenProgress screen, Consumer<String> lines, TerminalColors ink, IntSupplier width) {
        RecordLines record = new RecordLines(lines, ink, width);
        return new ProgressDisplay(
                event -> {
                    screen.report(event);
                    synchronized (record) {
                        record.report(event);
                    }
                },
                screen::close);
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
