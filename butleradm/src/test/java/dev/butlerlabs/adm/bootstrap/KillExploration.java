package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Aim;
import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Moment;
import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Result;
import dev.butlerlabs.core.cli.testing.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Kills the process of a command at its requests, runs the same command again, and compares what it leaves with the result of a run that
 * was not killed. The platform lives in the process of the test, so that it survives.
 */
final class KillExploration {
    /** A command that can be repeated. */
    interface Operation {
        String[] command();

        default Tool tool() {
            return butleradm();
        }

        /** Called before each run that may be killed. */
        default void prepare() throws Exception {}

        /** Called after the process was killed, before the command runs again. */
        default void onKill() {}

        /** Returns what differs from the expected state after the command has succeeded. */
        List<String> differences() throws Exception;
    }

    /** A request at which a process is killed. */
    record Position(int number, Moment moment) {}

    private final String name;
    private final KillingInterceptor interceptor;
    private final Operation operation;
    private final Map<String, List<String>> wrong = new TreeMap<>();
    private int positions;
    private int kills;

    KillExploration(String name, KillingInterceptor interceptor, Operation operation) {
        this.name = name;
        this.interceptor = interceptor;
        this.operation = operation;
    }

    static Tool butleradm() {
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    }

    /** Runs the command to its end, and returns its requests. */
    List<String> undisturbed() throws Exception {
        operation.prepare();
        return complete("undisturbed");
    }

    private List<String> complete(String what) throws Exception {
        Result result = interceptor.run(operation.tool(), Aim.NONE, operation.command());
        List<String> problems = new ArrayList<>();
        if (result.run().exitCode() == 0) {
            problems.addAll(operation.differences());
        } else {
            problems.add("exit code %d: %s"
                    .formatted(result.run().exitCode(), result.run().err()));
        }
        if (!problems.isEmpty()) {
            wrong.put(what, problems);
            System.out.printf("%s: %s: %s%n", name, what, problems);
        }
        return result.requests();
    }

    /** Kills the process at each of these requests, one after the other, then lets the command finish. */
    void explore(List<Aim> aims) throws Exception {
        operation.prepare();
        List<String> met = new ArrayList<>();
        for (Aim aim : aims) {
            positions++;
            Result result = interceptor.run(operation.tool(), aim, operation.command());
            if (result.killedAt().isPresent()) {
                kills++;
                met.add(result.killedAt().get());
                operation.onKill();
            }
        }
        complete(met.isEmpty() ? "not killed" : String.join(", ", met));
    }

    /** Kills the process at every request, before it, and after it if it changes the platform. */
    void exploreAll(List<String> requests) throws Exception {
        for (int number = 1; number <= requests.size(); number++) {
            explore(List.of(Aim.number(number, Moment.BEFORE)));
            if (KillingInterceptor.isChange(requests.get(number - 1))) {
                explore(List.of(Aim.number(number, Moment.AFTER)));
            }
            if (number % 10 == 0) {
                System.out.printf("%s: %d/%d requests explored%n", name, number, requests.size());
            }
        }
    }

    /** Kills the process until it ends by itself, and resumes from where it was killed. */
    void exploreInOneRun(Aim aim) throws IOException {
        Result result = interceptor.run(operation.tool(), aim, operation.command());
        while (result.killedAt().isPresent()) {
            positions++;
            kills++;
            operation.onKill();
            result = interceptor.run(operation.tool(), aim, operation.command());
        }
        if (result.run().exitCode() != 0) {
            wrong.put("after %d kills".formatted(kills), List.of(result.run().err()));
        }
    }

    String report() {
        return "%s: %d positions, %d kills, %d differing end states".formatted(name, positions, kills, wrong.size());
    }

    /** Returns what was wrong, by the request at which the process was killed. */
    Map<String, List<String>> wrong() {
        return wrong;
    }

    int kills() {
        return kills;
    }
}
