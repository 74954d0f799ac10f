package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import java.util.OptionalInt;

/**
 * What fits of the table of steps.
 *
 * @param title width of the titles of the steps
 * @param showsStart whether to show when a step started
 * @param bar width of the bars; 0 for none
 */
record TimelineColumns(int title, boolean showsStart, int bar) {
    private static final int FULL_BAR = 30;
    private static final int LEAST_BAR = 8;
    private static final int LEAST_TITLE = 20;
    /** Width of a duration, of the column for the end, and of the gaps after them. */
    private static final int NUMBER = 7 + 2;

    private static final int END = 7 + 2;
    private static final int GAP = 2;

    /** @param columns the width of the terminal; empty if the output is not a terminal */
    static TimelineColumns of(Run run, OutputFormat format, OptionalInt columns) {
        int widest = run.steps().stream()
                .mapToInt(step -> AnsiText.width(step.title()))
                .max()
                .orElse(0);
        if (columns.isEmpty() || format == OutputFormat.WIDE) {
            return new TimelineColumns(widest, true, FULL_BAR);
        }
        int space = columns.getAsInt() - NUMBER - END;
        boolean showsStart = space - NUMBER >= LEAST_TITLE;
        int left = showsStart ? space - NUMBER : space;
        int title = Math.min(widest, Math.max(1, left - GAP));
        int bar = Math.min(FULL_BAR, left - title - GAP - GAP);
        return new TimelineColumns(title, showsStart, bar < LEAST_BAR ? 0 : bar);
    }
}
