package dev.butlerlabs.core.cli;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;

/** The system call {@code ioctl(TIOCGWINSZ)}. Thread-safe. See docs/adr/0011. */
final class WindowSizeCall {
    private static final long LINUX = 0x5413;
    private static final long BSD = 0x40087468;
    /** Four numbers of 16 bits: rows, columns and two sizes in pixels. */
    private static final int LENGTH = 8;

    private final MethodHandle ioctl;
    private final long request;

    private WindowSizeCall(MethodHandle ioctl, long request) {
        this.ioctl = ioctl;
        this.request = request;
    }

    /** Links the call; empty if the system or the program does not support it. */
    @SuppressWarnings("restricted") // the launchers allow native access; without it the call is only not available
    static Optional<WindowSizeCall> link() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (!system.contains("linux") && !system.contains("mac")) {
            return Optional.empty();
        }
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle ioctl = linker.downcallHandle(
                    linker.defaultLookup().find("ioctl").orElseThrow(),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                    Linker.Option.firstVariadicArg(2));
            return Optional.of(new WindowSizeCall(ioctl, system.contains("linux") ? LINUX : BSD));
        } catch (RuntimeException | Error unsupported) {
            // A native program built without foreign functions, whose error is none of the JDK, or a process without
            // native access.
            return Optional.empty();
        }
    }

    /** Returns the size of the terminal behind a descriptor; empty if it is not a terminal or has no size. */
    Optional<TerminalSize> read(int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(LENGTH, Short.BYTES);
            int failure = (int) ioctl.invokeExact(descriptor, request, size);
            int rows = Short.toUnsignedInt(size.get(JAVA_SHORT, 0));
            int columns = Short.toUnsignedInt(size.get(JAVA_SHORT, Short.BYTES));
            return failure != 0 || rows == 0 || columns == 0
                    ? Optional.empty()
                    : Optional.of(new TerminalSize(columns, rows));
        } catch (Throwable e) {
            return Optional.empty();
        }
    }
}
