package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.progress.CountText;

/** So many machines, in words. */
public final class MachineCount {
    private MachineCount() {}

    /** Such as {@code 1 machine} or {@code 3 machines}. */
    public static String of(long count) {
        return CountText.of(count, "machine");
    }

    /** Such as {@code 1 machine runs} or {@code 3 machines run}. */
    static String of(long count, String ifOne, String otherwise) {
        return of(count) + " " + (count == 1 ? ifOne : otherwise);
    }
}
