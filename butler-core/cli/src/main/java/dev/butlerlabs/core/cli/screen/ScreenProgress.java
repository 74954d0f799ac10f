package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.TerminalSize;
import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Shows progress on the full screen until it is closed. Thread-safe. */
public final class ScreenProgress implements Progress, AutoCloseable {
    /** How often the elapsed times are updated. */
    private static final Duration TICK = Duration.ofMillis(500);
    /** The shortest time between two frames. */
    private static final Duration PAUSE = Duration.ofMillis(80);

    private final ScreenChannel channel;
    private final Supplier<TerminalSize> size;
    private final TerminalColors ink;
    private final Clock clock;
    private final String hint;
    private final ScreenModelBuilder model;
    private final ScreenWriter writer = new ScreenWriter();

    /** Guards the screen. Taken before the lock of the channel. */
    private final Object drawing = new Object();

    /** Guards the model and the writer. Taken last: lines that are printed arrive while the channel is locked. */
    private final Object changes = new Object();

    private final Semaphore wakeUps = new Semaphore(0);
    private boolean isEntered;
    private boolean isClosed;

    /**
     * @param subject name of the cluster
     * @param hint last row of the screen, such as what Ctrl-C does
     */
    public ScreenProgress(
            ScreenChannel channel,
            Supplier<TerminalSize> size,
            TerminalColors ink,
            Clock clock,
            String subject,
            String hint) {
        this.channel = channel;
        this.size = size;
        this.ink = ink;
        this.clock = clock;
        this.hint = hint;
        this.model = new ScreenModelBuilder(subject);
    }

    /** Starts to draw. */
    public ScreenProgress start() {
        Thread.ofPlatform().daemon().name("screen").start(this::paint);
        return this;
    }

    @Override
    public void report(ProgressEvent event) {
        synchronized (changes) {
            model.add(event);
        }
        wakeUps.release();
    }

    /** Draws everything again, because the terminal changed. */
    public void redraw() {
        synchronized (changes) {
            writer.invalidate();
        }
        wakeUps.release();
    }

    /** Called while the channel is locked. */
    private void addLine(String line) {
        synchronized (changes) {
            model.addLine(clock.instant(), line);
        }
        wakeUps.release();
    }

    private void paint() {
        try {
            while (awaitChange()) {
                draw();
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @return whether to continue */
    private boolean awaitChange() throws InterruptedException {
        boolean isWoken = wakeUps.tryAcquire(TICK.toMillis(), TimeUnit.MILLISECONDS);
        if (isWoken) {
            // One frame shows all changes so far.
            wakeUps.drainPermits();
        }
        synchronized (changes) {
            return !isClosed;
        }
    }

    /** Draws one frame, unless the screen is closed: it must not be entered again afterwards. */
    void draw() {
        TerminalSize now = size.get();
        synchronized (drawing) {
            nextFrame(now).ifPresent(frame -> {
                if (!isEntered) {
                    channel.enter(ScreenWriter.ENTER, ScreenWriter.LEAVE, this::addLine);
                    isEntered = true;
                }
                channel.draw(frame);
            });
        }
    }

    /** Returns the frame; empty before the first event and after the end. */
    private Optional<String> nextFrame(TerminalSize now) {
        synchronized (changes) {
            return isClosed ? Optional.empty() : model.model(clock.instant()).map(shown -> frame(shown, now));
        }
    }

    private String frame(ScreenModel shown, TerminalSize now) {
        TerminalSize body = new TerminalSize(now.columns(), Math.max(1, now.rows() - 1));
        return writer.frame(
                ScreenLayout.lines(shown, body, ink, ZoneId.systemDefault()),
                ink.grey(AnsiText.cut(hint, Math.max(1, now.columns() - 1))),
                now);
    }

    /** Restores the terminal. */
    @Override
    public void close() {
        synchronized (drawing) {
            synchronized (changes) {
                isClosed = true;
            }
            channel.leave();
        }
        wakeUps.release();
    }
}
