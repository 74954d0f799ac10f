package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.ClusterFolder;
import dev.butlerlabs.core.bootstrap.StoryFile;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.output.Printer;
import dev.butlerlabs.core.progress.Timeline;
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
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private StoryOptions story = new StoryOptions();

    @Option(names = "--all-runs", description = "Show all runs instead of the last one.")
    private boolean all;

    @Option(names = "--html", description = "Print a self-contained web page.")
    private boolean html;

    public TimelineCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        ClusterFolder folder = story.folder();
        Timeline told = Timeline.of(new StoryFile(folder.events()).news());
        Timeline shown = all ? told : new Timeline(told.last().map(List::of).orElseGet(List::of));
        Printer printer = output.printer(session, common);
        if (html) {
            printer.out().print(TimelinePage.of(folder.cluster(), shown));
        } else {
            TimelineText.print(printer, folder.cluster(), shown);
        }
    }
}
