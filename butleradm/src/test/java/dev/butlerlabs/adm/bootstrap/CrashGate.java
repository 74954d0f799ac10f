package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.ClusterDirectory.Pen;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Stands at every door of one world and counts the effects of a bootstrap. At an effect of its choice it stops the run: from then on
 * nothing the run does has an effect, until the next run begins.
 */
final class CrashGate {
    /** What those call themselves who look at a world from outside; they may pass even when a run is stopped. */
    static final String LOOKER = "looker";

    private static final Set<String> CHANGES = Set.of(
            "POST", "PUT", "PATCH", "DELETE", "create", "update", "delete", "ApplyConfiguration", "Bootstrap", "write");

    private final Map<Effect, Crash> ahead;
    private final IdentityHashMap<RequestInterceptor.Visit, Crash> underWay = new IdentityHashMap<>();
    private final List<Crash> met = new ArrayList<>();
    private final Map<Effect, Integer> counted = new HashMap<>();
    private final List<Effect> seen = new ArrayList<>();
    private boolean dead;

    CrashGate(Collection<Crash> aims) {
        this.ahead = aims.stream().collect(Collectors.toMap(Crash::effect, Function.identity()));
    }

    /** Only looks on. */
    CrashGate() {
        this(Set.of());
    }

    /** A gate for one door that is the tool's alone. */
    RequestInterceptor at(String door) {
        return at(visit -> Optional.of(door).filter(_ -> !visit.caller().startsWith(LOOKER)));
    }

    /** A gate for several doors; those who come to none of them are not the tool and pass. */
    RequestInterceptor at(Function<RequestInterceptor.Visit, Optional<String>> doors) {
        return new RequestInterceptor() {
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

    private synchronized RequestInterceptor.Verdict judge(String door, RequestInterceptor.Visit visit) {
        if (dead) {
            return RequestInterceptor.Verdict.REFUSE;
        }
        if (!CHANGES.contains(visit.method())) {
            return RequestInterceptor.Verdict.PASS;
        }
        Effect kind = new Effect(door, visit.method(), visit.target(), 0);
        Effect effect = new Effect(door, visit.method(), visit.target(), counted.merge(kind, 1, Integer::sum));
        seen.add(effect);
        return Optional.ofNullable(ahead.remove(effect))
                .map(crash -> meet(crash, visit))
                .orElse(RequestInterceptor.Verdict.PASS);
    }

    private RequestInterceptor.Verdict meet(Crash crash, RequestInterceptor.Visit visit) {
        return switch (crash.mode()) {
            case BEFORE -> {
                stop(crash);
                yield RequestInterceptor.Verdict.REFUSE;
            }
            case AFTER -> {
                underWay.put(visit, crash);
                yield RequestInterceptor.Verdict.PASS;
            }
            case LOST -> {
                met.add(crash);
                yield RequestInterceptor.Verdict.LOSE;
            }
        };
    }

    private synchronized void done(RequestInterceptor.Visit visit) {
        Optional.ofNullable(underWay.remove(visit)).ifPresent(this::stop);
    }

    private void stop(Crash crash) {
        dead = true;
        met.add(crash);
    }

    /** The files of a run; a pen that is stopped writes nothing more. */
    Pen pen() {
        RequestInterceptor gate = at("file");
        return (file, text) -> {
            RequestInterceptor.Visit visit =
                    new RequestInterceptor.Visit("", "write", file.getFileName().toString());
            switch (gate.before(visit)) {
                case PASS -> AtomicFile.write(file, text);
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

    /** What came about so far. */
    synchronized List<Crash> met() {
        return List.copyOf(met);
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
