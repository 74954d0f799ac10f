package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLogFile;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.progress.RunTimeline;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the steps of a run with their durations. */
@Command(
        name = "timeline",
        description = "Show the steps of a cluster's last run: start, duration and waits.",
        footer = {
            "  butleradm timeline demo",
            "  butleradm timeline demo --all-runs -o wide",
            "  butleradm timeline demo --html > demo.html"
        })
public final class TimelineCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private RunLogOptions story = new RunLogOptions();

    @Option(names = "--all-runs", description = "Show all runs instead of the last one.")
    private boolean all;

    @Option(names = "--html", description = "Print a self-contained web page.")
    private boolean html;

    public TimelineCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        ClusterDirectory folder = story.folder();
        RunTimeline told = RunTimeline.of(new RunLogFile(folder.events()).news());
        RunTimeline shown =
                all ? told : new RunTimeline(told.last().map(List::of).orElseGet(List::of));
        OutputPrinter printer = output.printer(session, common);
        if (html) {
            printer.out().print(TimelinePage.of(folder.cluster(), shown));
        } else {
            TimelineText.print(printer, folder.cluster(), shown);
        }
    }
}
