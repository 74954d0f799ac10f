package dev.butlerlabs.core.cli;

import java.lang.reflect.Proxy;
import java.util.List;

/** Reports when the terminal was resized, or the process continues after it was suspended. */
final class TerminalSignals {
    private TerminalSignals() {}

    /** Calls a listener, on another thread, after each such signal. Does nothing on systems without these signals. */
    static void listen(Runnable listener) {
        for (String signal : List.of("WINCH", "CONT")) {
            try {
                handle(signal, listener);
            } catch (ReflectiveOperationException | IllegalArgumentException unsupported) {
                // The display then notices a new size when it is drawn the next time.
                return;
            }
        }
    }

    /** Uses reflection, because every Java runtime has these classes but compilers warn about them. */
    private static void handle(String name, Runnable listener) throws ReflectiveOperationException {
        Class<?> signals = Class.forName("sun.misc.Signal");
        Class<?> handlers = Class.forName("sun.misc.SignalHandler");
        Object signal = signals.getConstructor(String.class).newInstance(name);
        Object handler = Proxy.newProxyInstance(
                TerminalSignals.class.getClassLoader(), new Class<?>[] {handlers}, (proxy, method, arguments) -> {
                    if (method.getName().equals("handle")) {
                        listener.run();
                        return null;
                    }
                    return switch (method.getName()) {
                        case "hashCode" -> System.identityHashCode(proxy);
                        case "equals" -> proxy == arguments[0];
                        default -> name;
                    };
                });
        signals.getMethod("handle", signals, handlers).invoke(null, signal, handler);
    }
}
