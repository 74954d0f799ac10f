package dev.butlerlabs.core.cli;

/**
 * Restores the default handling of termination signals. The Java runtime handles the first signal, waits for shutdown
 * hooks and ignores further ones; after this, a second signal ends the process immediately.
 */
final class DefaultSignalHandler {
    private DefaultSignalHandler() {}

    /** Restores the handling; returns false on systems that do not support it. */
    static boolean endsAtOnce() {
        try {
            giveBack("INT");
            giveBack("TERM");
            return true;
        } catch (ReflectiveOperationException unsupported) {
            // A second signal is then ignored, and the process ends when the time limit has passed.
            return false;
        }
    }

    /** Uses reflection, because every Java runtime has these classes but compilers warn about them. */
    private static void giveBack(String signal) throws ReflectiveOperationException {
        Class<?> signals = Class.forName("sun.misc.Signal");
        Class<?> handlers = Class.forName("sun.misc.SignalHandler");
        Object one = signals.getConstructor(String.class).newInstance(signal);
        signals.getMethod("handle", signals, handlers)
                .invoke(null, one, handlers.getField("SIG_DFL").get(null));
    }
}
