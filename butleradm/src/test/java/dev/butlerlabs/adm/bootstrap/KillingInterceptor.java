package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Sees the requests of a command at a simulated platform, and kills its process with SIGKILL right before or right after one of them.
 * Requests of other clients pass. One command at a time; thread-safe.
 */
final class KillingInterceptor implements RequestInterceptor {
    private static final Set<String> CHANGES = Set.of(
            "POST",
            "PUT",
            "PATCH",
            "DELETE",
            "ApplyConfiguration",
            "Bootstrap",
            "Upgrade",
            "Pull",
            "Rollback",
            "Reboot",
            "Reset",
            "EtcdRecover",
            "EtcdRemoveMemberByID",
            "create",
            "update",
            "delete");

    private static final Pattern OF_COMMAND = Pattern.compile("butleradm|butler-bootstrap|Java-http-client");

    private Predicate<String> isCounted = KillingInterceptor::isChange;
    private Optional<CompletableFuture<Process>> process = Optional.empty();
    private Aim aim = (_, _) -> Optional.empty();
    private final List<String> requests = new ArrayList<>();
    private Optional<String> killedAt = Optional.empty();
    /** The request after which the process is killed; compared by identity. */
    private final Set<Visit> underWay = Collections.newSetFromMap(new IdentityHashMap<>());

    private boolean isDead;

    /** When a process is killed. */
    enum Moment {
        /** The request has no effect. */
        BEFORE,
        /** The request has its effect. */
        AFTER
    }

    /** Decides where a process is killed. */
    @FunctionalInterface
    interface Aim {
        /** Never kills. */
        Aim NONE = (_, _) -> Optional.empty();

        /**
         * Returns when the process is killed; empty if it continues.
         *
         * @param number of the request among those that count, from 1
         */
        Optional<Moment> at(int number, String request);

        /** Kills at the request with this number. */
        static Aim number(int wanted, Moment moment) {
            return (number, _) -> Optional.of(moment).filter(_ -> number == wanted);
        }

        /** Kills at the first request with this text. */
        static Aim first(String text, Moment moment) {
            return (_, request) -> Optional.of(moment).filter(_ -> request.contains(text));
        }
    }

    /**
     * What became of a process.
     *
     * @param killedAt the request at which it was killed; empty if it ended by itself
     * @param requests those that count, such as {@code PATCH /api/v1/nodes/demo-cp-0}
     */
    record Result(ToolRun run, Optional<String> killedAt, List<String> requests) {}

    /** Returns whether a request changes the platform. */
    static boolean isChange(String request) {
        return CHANGES.contains(request.substring(0, request.indexOf(' ')));
    }

    /** Counts other requests than those that change the platform. */
    synchronized void count(Predicate<String> chosen) {
        isCounted = chosen;
    }

    /** Runs a command until it ends or is killed. */
    Result run(Tool tool, Aim chosen, String... arguments) throws IOException {
        CompletableFuture<Process> started = new CompletableFuture<>();
        synchronized (this) {
            process = Optional.of(started);
            aim = chosen;
            requests.clear();
            killedAt = Optional.empty();
            underWay.clear();
            isDead = false;
        }
        Process command = tool.start(arguments);
        started.complete(command);
        ToolRun run = Tool.finish(command);
        synchronized (this) {
            process = Optional.empty();
            return new Result(run, killedAt, List.copyOf(requests));
        }
    }

    @Override
    public Verdict before(Visit visit) {
        CompletableFuture<Process> killed;
        synchronized (this) {
            if (process.isEmpty() || !isOfCommand(visit)) {
                return Verdict.PASS;
            }
            if (isDead) {
                return Verdict.REFUSE;
            }
            Optional<Moment> moment = moment(visit);
            if (moment.isEmpty() || moment.get() == Moment.AFTER) {
                moment.ifPresent(_ -> underWay.add(visit));
                return Verdict.PASS;
            }
            isDead = true;
            killed = process.get();
        }
        kill(killed);
        return Verdict.REFUSE;
    }

    private Optional<Moment> moment(Visit visit) {
        String request = visit.method() + " " + visit.target();
        if (!isCounted.test(request)) {
            return Optional.empty();
        }
        requests.add(request);
        Optional<Moment> moment = !underWay.isEmpty() ? Optional.empty() : aim.at(requests.size(), request);
        moment.ifPresent(when -> killedAt = Optional.of("%s %s".formatted(when, request)));
        return moment;
    }

    @Override
    public void after(Visit visit) {
        CompletableFuture<Process> killed;
        synchronized (this) {
            if (!underWay.remove(visit) || process.isEmpty()) {
                return;
            }
            isDead = true;
            killed = process.get();
        }
        kill(killed);
    }

    /** Clients of machines and of infrastructure do not send the name of the program; no other client calls them while a command runs. */
    private static boolean isOfCommand(Visit visit) {
        return visit.caller().isEmpty() || OF_COMMAND.matcher(visit.caller()).lookingAt();
    }

    private static void kill(CompletableFuture<Process> process) {
        try {
            process.join().destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the process for a reason that is not a request. */
    void kill(String reason) {
        CompletableFuture<Process> killed;
        synchronized (this) {
            if (process.isEmpty() || isDead) {
                return;
            }
            killedAt = Optional.of(reason);
            isDead = true;
            killed = process.get();
        }
        kill(killed);
    }
}
