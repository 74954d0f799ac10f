package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.progress.CountFormatter;

/** Formats a number of machines. */
public final class MachineCountText {
    private MachineCountText() {}

    /** Returns text such as {@code 1 machine} or {@code 3 machines}. */
    public static String of(long count) {
        return CountFormatter.of(count, "machine");
    }

    /** Returns text such as {@code 1 machine is ready} or {@code 3 machines are ready}. */
    public static String of(long count, String ifOne, String otherwise) {
        return of(count) + " " + (count == 1 ? ifOne : otherwise);
    }
}
