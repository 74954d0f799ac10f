package dev.butlerlabs.core.cli.progress;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandRegistry;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A tool that waits for a file, with the display of short operations. */
@Command(name = "waiting", description = "Wait for a file.")
final class WaitingTool implements Callable<Integer> {
    private static final long LOOK_MILLIS = 50;

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters
    private Path file;

    private WaitingTool(CommandContext session) {
        this.session = session;
    }

    public static void main(String[] arguments) {
        ToolRunner.main(arguments, session -> new CommandRegistry(() -> new WaitingTool(session)));
    }

    @Override
    public Integer call() throws InterruptedException {
        try (ProgressDisplay display = common.progress(session, OutputFormat.TABLE)) {
            ProgressStep step =
                    new ProgressReporter(display, session.clock()).start("File", "Waiting for a file of クラスタ demo");
            while (!Files.exists(file)) {
                step.waiting("the file does not exist yet, and somebody has to create it, which may take its time");
                Thread.sleep(LOOK_MILLIS);
            }
            step.done("it exists");
        }
        return 0;
    }
}
