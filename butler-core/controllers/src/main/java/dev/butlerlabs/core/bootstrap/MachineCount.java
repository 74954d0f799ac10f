package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.progress.CountText;

/** Formats a number of machines. */
public final class MachineCount {
    private MachineCount() {}

    /** Returns text such as {@code 1 machine} or {@code 3 machines}. */
    public static String of(long count) {
        return CountText.of(count, "machine");
    }

    /** Returns text such as {@code 1 machine is ready} or {@code 3 machines are ready}. */
    static String of(long count, String ifOne, String otherwise) {
        return of(count) + " " + (count == 1 ? ifOne : otherwise);
    }
}
