package dev.butlerlabs.core.bootstrap.state;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A process of its own that tries a file lock: exit code 0 if it got the lock, 1 if another process has it. */
final class HolderProcess {
    private HolderProcess() {}

    static boolean canLock(Path file) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HolderProcess.class.getName(),
                        file.toString()))
                .inheritIO()
                .start();
        return switch (process.waitFor()) {
            case 0 -> true;
            case 1 -> false;
            default -> throw new AssertionError("the lock cannot be tried");
        };
    }

    public static void main(String[] arguments) throws Exception {
        int exitCode;
        try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
            exitCode = channel.tryLock() == null ? 1 : 0;
        } catch (RuntimeException e) {
            exitCode = 2;
        }
        System.exit(exitCode);
    }
}
