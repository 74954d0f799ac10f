package dev.butlerlabs.core.cli;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Gives the signals that end a program back to the operating system. The Java runtime takes the first one and waits for its shutdown
 * hooks, deaf to all others; from then on another one ends the process at once.
 */
final class SecondSignal {
    private static final int INTERRUPT = 2;
    private static final int TERMINATE = 15;
    /** What {@code signal} takes for "as the system does it". */
    private static final long BY_DEFAULT = 0;

    private SecondSignal() {}

    /** Whether the system does it now; some systems do not let themselves be asked. */
    static boolean endsAtOnce() {
        try {
            Optional<MemorySegment> signal =
                    Linker.nativeLinker().defaultLookup().find("signal");
            if (signal.isEmpty()) {
                return false;
            }
            MethodHandle call = handle(signal.get());
            long before = (long) call.invokeExact(INTERRUPT, BY_DEFAULT);
            return before != -1 && (long) call.invokeExact(TERMINATE, BY_DEFAULT) != -1;
        } catch (Throwable unsupported) {
            // Then another signal is not heard, and the program ends when its time is up.
            return false;
        }
    }

    @SuppressWarnings("restricted") // one function of the C library, which every program has
    private static MethodHandle handle(MemorySegment signal) {
        return Linker.nativeLinker()
                .downcallHandle(
                        signal,
                        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
    }
}
