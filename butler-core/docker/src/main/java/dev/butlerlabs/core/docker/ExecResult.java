package dev.butlerlabs.core.docker;

/**
 * The result of a command in a container. {@link #toString} contains only the length of the output, which may contain secrets.
 */
public record ExecResult(long exitCode, String out, String err) {
    public boolean succeeded() {
        return exitCode == 0;
    }

    @Override
    public String toString() {
        return "ExecResult[exitCode=%d, %d characters]".formatted(exitCode, out.length() + err.length());
    }
}
