package dev.butlerlabs.core.docker;

/** What a command in a container came to. Its output may hold secrets, so it prints as its length. */
public record ExecResult(long exitCode, String out, String err) {
    public boolean succeeded() {
        return exitCode == 0;
    }

    @Override
    public String toString() {
        return "ExecResult[exitCode=%d, %d characters]".formatted(exitCode, out.length() + err.length());
    }
}
