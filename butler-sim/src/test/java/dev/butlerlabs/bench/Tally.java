package dev.butlerlabs.bench;

import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.LongAdder;

/** Counts runs of a reconciliation, and requests at a door. */
final class Tally implements RequestInterceptor {
    private final LongAdder reconciles = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final LongAdder changes = new LongAdder();

    record Counts(long reconciles, long reads, long changes) {}

    Counts counts() {
        return new Counts(reconciles.sum(), reads.sum(), changes.sum());
    }

    @Override
    public Verdict before(Visit visit) {
        (visit.method().equals("GET") ? reads : changes).increment();
        return Verdict.PASS;
    }

    /** A run begins with its scope. */
    ReconcilerDefinition<?, ?, ?> around(ReconcilerDefinition<?, ?, ?> counted) {
        return (ReconcilerDefinition<?, ?, ?>) Proxy.newProxyInstance(
                Tally.class.getClassLoader(),
                new Class<?>[] {ReconcilerDefinition.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("scope")) {
                        reconciles.increment();
                    }
                    try {
                        return method.invoke(counted, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
