package dev.butlerlabs.adm;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the embedded engine until it is interrupted. */
@Command(
        name = "start",
        description = {
            "Run a Kubernetes API with the Butler CRDs on loopback, in the foreground, until Ctrl-C or SIGTERM.",
            "Without --data, objects are stored in a temporary directory that is deleted on exit."
        },
        footer = {
            "  butleradm engine start",
            "  butleradm engine start --data ~/engine --kubeconfig-out engine.kubeconfig",
            "  butleradm engine start -o json",
            "  butleradm engine start --data ~/engine --repair"
        })
final class EngineStartCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Directory to store objects in; created if it does not exist.")
    private Path data;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port on loopback; 0 selects a free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--kubeconfig-out",
            paramLabel = "FILE",
            description = "Path to write the kubeconfig to (default: in the data directory).")
    private Path kubeconfig;

    @Option(
            names = "--repair",
            description = {
                "Remove a damaged last record of the log in --data and keep a copy of it beside the log.",
                "The change in that record is lost, even if it was acknowledged. Requires --data."
            })
    private boolean repair;

    EngineStartCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        requireDataToRepair();
        EmbeddedEngineOptions options =
                new EmbeddedEngineOptions(Optional.ofNullable(data), port, Optional.ofNullable(kubeconfig), repair);
        try (EmbeddedEngine engine = start(options)) {
            announce(engine);
            awaitInterruption();
        }
        session.messages().print("Engine stopped" + (data == null ? "; data deleted." : "; data kept."));
        return ErrorKind.CANCELLED.exitCode();
    }

    private void requireDataToRepair() {
        if (repair && data == null) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "The option --repair requires --data.",
                    "Name the directory with the damaged log: butleradm engine start --data DIR --repair");
        }
    }

    private EmbeddedEngine start(EmbeddedEngineOptions options) {
        try (ProgressDisplay progress = common.progress(session, output.format())) {
            return EmbeddedEngine.start(options, new ProgressReporter(progress, session.clock()));
        }
    }

    private void announce(EmbeddedEngine engine) {
        OutputPrinter printer = output.printer(session, common);
        switch (printer.format()) {
            case TABLE, WIDE -> text(engine, printer.text());
            case NAME -> printer.out().println(engine.uri());
            case JSON -> printer.out().println(JsonTextWriter.line(document(engine)));
            case YAML, TEMPLATE -> printer.document(document(engine));
        }
        printer.out().flush();
    }

    private static void text(EmbeddedEngine engine, PrintStream out) {
        out.println("server      " + engine.uri());
        out.println("kubeconfig  " + engine.kubeconfig());
        out.println("data        " + engine.data() + (engine.keepsData() ? "" : " (deleted when the engine stops)"));
        out.println();
        out.println("Connect with: kubectl --kubeconfig " + engine.kubeconfig() + " get crds");
        out.println("Press Ctrl-C to stop.");
    }

    private static Map<String, Object> document(EmbeddedEngine engine) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("server", engine.uri().toString());
        document.put("kubeconfig", engine.kubeconfig().toString());
        document.put("data", engine.data().toString());
        document.put("keepsData", engine.keepsData());
        return document;
    }

    private static void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException asked) {
            // The interruption is the expected way to stop. Clear it, so that it does not disturb the shutdown.
            Thread.interrupted();
        }
    }
}
