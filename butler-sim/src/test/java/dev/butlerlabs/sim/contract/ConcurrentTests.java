package dev.butlerlabs.sim.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** Runs the tests of several simulated infrastructures at the same time; those of one infrastructure run one after the other. */
final class ConcurrentTests implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Starts the tests and returns tests of the same names that wait for their results. */
    DynamicContainer start(String name, List<DynamicTest> tests) {
        List<FutureTask<Void>> runs = new ArrayList<>();
        List<DynamicTest> results = new ArrayList<>();
        for (DynamicTest test : tests) {
            FutureTask<Void> run = new FutureTask<>(() -> execute(test.getExecutable()));
            runs.add(run);
            results.add(DynamicTest.dynamicTest(test.getDisplayName(), () -> await(run)));
        }
        threads.execute(() -> runs.forEach(FutureTask::run));
        return DynamicContainer.dynamicContainer(name, results);
    }

    private static Void execute(Executable test) throws Exception {
        try {
            test.execute();
            return null;
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void await(FutureTask<Void> run) throws Throwable {
        try {
            run.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    /** Interrupts tests that still run, such as after a timeout. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
