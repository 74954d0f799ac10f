package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.ClusterFolder.Pen;
import dev.butlerlabs.core.embedded.Gate;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Stands at every door of one world and counts the effects of a bootstrap. At the effect of its choice it stops the run: from then on
 * nothing the run does has an effect, until the next run begins.
 */
final class CrashGate {
    private static final Set<String> CHANGES = Set.of(
            "POST", "PUT", "PATCH", "DELETE", "create", "update", "delete", "ApplyConfiguration", "Bootstrap", "write");

    private final Optional<Crash> aim;
    private final Map<Effect, Integer> counted = new HashMap<>();
    private final List<Effect> seen = new ArrayList<>();
    private final CompletableFuture<Crash> met = new CompletableFuture<>();
    private Optional<Gate.Visit> last = Optional.empty();
    private boolean dead;

    CrashGate(Optional<Crash> aim) {
        this.aim = aim;
    }

    /** A gate for one door that is the tool's alone. */
    Gate at(String door) {
        return at(visit -> Optional.of(door));
    }

    /** A gate for several doors; those who come to none of them are not the tool and pass. */
    Gate at(Function<Gate.Visit, Optional<String>> doors) {
        return new Gate() {
            @Override
            public Verdict before(Visit visit) {
                return doors.apply(visit).map(door -> judge(door, visit)).orElse(Verdict.PASS);
            }

            @Override
            public void after(Visit visit) {
                done(visit);
            }
        };
    }

    private synchronized Gate.Verdict judge(String door, Gate.Visit visit) {
        if (dead) {
            return Gate.Verdict.REFUSE;
        }
        if (!CHANGES.contains(visit.method())) {
            return Gate.Verdict.PASS;
        }
        Effect kind = new Effect(door, visit.method(), visit.target(), 0);
        Effect effect = new Effect(door, visit.method(), visit.target(), counted.merge(kind, 1, Integer::sum));
        seen.add(effect);
        return aim.filter(crash -> crash.effect().equals(effect) && !met.isDone())
                .map(crash -> meet(crash, visit))
                .orElse(Gate.Verdict.PASS);
    }

    private Gate.Verdict meet(Crash crash, Gate.Visit visit) {
        return switch (crash.mode()) {
            case BEFORE -> {
                stop(crash);
                yield Gate.Verdict.REFUSE;
            }
            case AFTER -> {
                last = Optional.of(visit);
                yield Gate.Verdict.PASS;
            }
            case LOST -> {
                met.complete(crash);
                yield Gate.Verdict.LOSE;
            }
        };
    }

    @SuppressWarnings("ReferenceEquality") // others may ask for the same thing at the same time
    private synchronized void done(Gate.Visit visit) {
        if (last.isPresent() && last.get() == visit && !met.isDone()) {
            stop(aim.orElseThrow());
        }
    }

    private void stop(Crash crash) {
        dead = true;
        met.complete(crash);
    }

    /** The files of a run; a pen that is stopped writes nothing more. */
    Pen pen() {
        Gate gate = at("file");
        return (file, text) -> {
            Gate.Visit visit = new Gate.Visit("", "write", file.getFileName().toString());
            switch (gate.before(visit)) {
                case PASS -> WholeFile.write(file, text);
                case REFUSE -> throw stopped();
                case LOSE -> {
                    tear(file, text);
                    throw stopped();
                }
            }
            gate.after(visit);
        };
    }

    /** What a process leaves that dies between writing a temporary file and giving it its name. */
    private static void tear(Path file, String text) {
        try {
            Files.writeString(file.resolveSibling("." + file.getFileName() + ".torn.tmp"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ButlerException stopped() {
        return new ButlerException(ErrorCode.CANCELLED, "The run was stopped.");
    }

    /** The time of a run. One that is stopped has none left, and whoever waits by this clock waits no more. */
    Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                if (hasStopped()) {
                    throw stopped();
                }
                return Instant.now();
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }

    /** Completes when the effect has been met. */
    CompletableFuture<Crash> met() {
        return met;
    }

    synchronized boolean hasStopped() {
        return dead;
    }

    /** The next run begins. */
    synchronized void revive() {
        dead = false;
    }

    synchronized List<Effect> seen() {
        return List.copyOf(seen);
    }
}
