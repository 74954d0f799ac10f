package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLogFile;
import dev.butlerlabs.core.cli.BrowserLauncher;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.progress.RunTimeline;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
            "  butleradm timeline demo --html=demo.html",
            "  butleradm timeline demo --open"
        })
public final class TimelineCommand implements Runnable {
    private static final String STANDARD_OUTPUT = "-";

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private RunLogOptions story = new RunLogOptions();

    @Option(names = "--all-runs", description = "Show all runs instead of the last one.")
    private boolean all;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = STANDARD_OUTPUT,
            description = "Write a self-contained web page to a file; without FILE, print it.")
    private Optional<String> html = Optional.empty();

    @Option(names = "--open", description = "Open the web page in the browser.")
    private boolean open;

    public TimelineCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        ClusterDirectory folder = story.folder(session);
        RunTimeline told = RunTimeline.of(new RunLogFile(folder.events()).news());
        RunTimeline shown =
                all ? told : new RunTimeline(told.last().map(List::of).orElseGet(List::of));
        OutputPrinter printer = output.printer(session, common);
        if (open) {
            openPage(folder, shown);
        } else if (html.isPresent()) {
            writePage(folder, shown, html.get(), printer);
        } else {
            TimelineText.print(
                    printer, folder.cluster(), shown, session.terminal().outputColumns());
        }
    }

    private void writePage(ClusterDirectory folder, RunTimeline shown, String file, OutputPrinter printer) {
        String page = TimelinePage.of(folder.cluster(), shown);
        if (file.equals(STANDARD_OUTPUT)) {
            printer.out().print(page);
        } else {
            AtomicFile.write(Path.of(file), page);
            session.messages().print("Timeline written to %s.".formatted(file));
        }
    }

    private void openPage(ClusterDirectory folder, RunTimeline shown) {
        Path file = html.filter(name -> !name.equals(STANDARD_OUTPUT))
                .map(Path::of)
                .orElseGet(() -> folder.folder().resolve("timeline.html"))
                .toAbsolutePath();
        AtomicFile.write(file, TimelinePage.of(folder.cluster(), shown));
        if (!new BrowserLauncher(session.terminal()::environment).open(file.toUri())) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "No browser found. The timeline was written to %s.".formatted(file),
                    "Open the file in a browser, or set BROWSER to the program to start.");
        }
        session.messages().print("Timeline written to %s and opened in the browser.".formatted(file));
    }
}
