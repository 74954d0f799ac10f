package dev.butlerlabs.core.cli;

/**
 * Gives the signals that end a program back to the operating system. The Java runtime takes the first one and waits for its shutdown
 * hooks, deaf to all others; from then on another one ends the process at once.
 */
final class SecondSignal {
    private SecondSignal() {}

    /** Whether the system does it now; some systems do not let themselves be asked. */
    static boolean endsAtOnce() {
        try {
            giveBack("INT");
            giveBack("TERM");
            return true;
        } catch (ReflectiveOperationException unsupported) {
            // Then another signal is not heard, and the program ends when its time is up.
            return false;
        }
    }

    /** Every Java runtime has these classes, but compilers warn of them without end, so they are called by their names. */
    private static void giveBack(String signal) throws ReflectiveOperationException {
        Class<?> signals = Class.forName("sun.misc.Signal");
        Class<?> handlers = Class.forName("sun.misc.SignalHandler");
        Object one = signals.getConstructor(String.class).newInstance(signal);
        signals.getMethod("handle", signals, handlers)
                .invoke(null, one, handlers.getField("SIG_DFL").get(null));
    }
}
