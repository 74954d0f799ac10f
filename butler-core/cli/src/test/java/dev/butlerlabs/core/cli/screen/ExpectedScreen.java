package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.TerminalSize;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.ProgressEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** What a terminal has to show after some events, for tests of other modules. */
public final class ExpectedScreen {
    private ExpectedScreen() {}

    /** Returns every row, the hint in the last one. */
    public static List<String> rows(String subject, List<ProgressEvent> events, String hint, int columns, int rows) {
        ScreenModelBuilder model = new ScreenModelBuilder(subject);
        events.forEach(model::add);
        List<String> shown = new ArrayList<>(ScreenLayout.lines(
                model.model(Instant.now()).orElseThrow(),
                new TerminalSize(columns, rows - 1),
                TerminalColors.PLAIN,
                ZoneId.systemDefault()));
        while (shown.size() < rows - 1) {
            shown.add("");
        }
        shown.add(hint);
        return shown.stream().map(String::stripTrailing).toList();
    }
}
