package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.bootstrap.state.RunLogFile;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Watches a bootstrap run from another terminal. */
@Command(
        name = "attach",
        description = {
            "Watch a running bootstrap from another terminal until it finishes.",
            "If none is running, shows the last one. Ctrl-C does not stop the bootstrap."
        },
        footer = {"  butleradm bootstrap attach demo", "  butleradm bootstrap attach demo --rehearsal -o json"})
final class AttachCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private RunLogOptions story = new RunLogOptions();

    AttachCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        ClusterDirectory folder = story.folder(session);
        RunEnded ended = follow(folder)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_READY,
                        "The last run for cluster %s was interrupted, and none is running.".formatted(folder.cluster()),
                        "Rerun the interrupted command to resume."));
        if (!ended.well()) {
            throw new ButlerException(
                    ErrorCode.BOOTSTRAP_FAILED,
                    "Run for cluster %s failed: %s".formatted(folder.cluster(), ended.detail()));
        }
        print(folder);
    }

    private Optional<RunEnded> follow(ClusterDirectory folder) {
        try (ProgressDisplay display = common.screen(
                session, output.format(), folder.cluster(), "Ctrl-C stops watching; the run continues.")) {
            return new RunLogFile(folder.events()).follow(display, () -> RunLock.isHeld(folder));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            session.messages().print("Stopped watching; the run continues.");
            throw new ButlerException(ErrorCode.CANCELLED, "Stopped watching; the run continues.", e);
        }
    }

    private void print(ClusterDirectory folder) {
        OutputPrinter printer = output.printer(session, common);
        if (printer.format().isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("cluster", folder.cluster());
            document.put("kubeconfig", folder.kubeconfig().toString());
            document.put("talosconfig", folder.talosconfig().toString());
            printer.document(document);
        } else {
            printer.out().println(folder.cluster());
        }
    }
}
