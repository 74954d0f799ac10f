package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DurationConverter;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.status.ClusterStatus;
import dev.butlerlabs.core.status.ClusterStatusDocument;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the status of a management cluster. */
@Command(
        name = "status",
        description = {
            "Show problems, nodes, addons, controllers, providers, pools, tenant clusters and certificates. Changes nothing.",
            "Takes up to --timeout (default: 20s). Exits with 0 if the cluster is healthy, 11 if it has problems, 7 if it is unreachable."
        },
        footer = {
            "  butleradm status",
            "  butleradm status demo -w",
            "  butleradm status demo --rehearsal -o json",
            "  butleradm status demo --html status.html"
        })
public final class StatusCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private StatusTargetOptions selection = new StatusTargetOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Option(
            names = {"-w", "--watch"},
            description = "Repeat until Ctrl-C: redraw a terminal, print changes as lines elsewhere.")
    private boolean watch;

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "Pause between two readings with --watch (default: ${DEFAULT-VALUE}).")
    private Duration interval = Duration.ofSeconds(5);

    @Option(names = "--html", paramLabel = "FILE", description = "Write a self-contained web page to this file.")
    private Optional<Path> page = Optional.empty();

    public StatusCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (watch && output.format() != OutputFormat.TABLE && output.format() != OutputFormat.WIDE) {
            throw new ButlerException(ErrorCode.USAGE, "--watch cannot be used with -o.", "Omit --watch or -o.");
        }
        StatusTarget target = selection.target(session);
        try (StatusAction action = new StatusAction(target, wait.timeout().orElse(LIMIT), session.clock())) {
            if (watch) {
                new StatusWatch(session, interval, common.isQuiet(), action::read, status -> write(target, status))
                        .run(status -> text(target, status));
            }
            ClusterStatus status = read(action);
            write(target, status);
            print(target, status);
            return status.outcome().map(ErrorKind::exitCode).orElse(0);
        }
    }

    private ClusterStatus read(StatusAction action) {
        try (WaitingDisplay display = new WaitingDisplay(session, common.isQuiet())) {
            return action.read(display);
        }
    }

    private void write(StatusTarget target, ClusterStatus status) {
        page.ifPresent(file -> AtomicFile.write(file, StatusPage.of(name(target, status), status)));
    }

    private void print(StatusTarget target, ClusterStatus status) {
        OutputPrinter printer = output.printer(session, common);
        switch (output.format()) {
            case TABLE, WIDE -> printer.text().print(text(target, status));
            case NAME -> printer.out().println(status.health());
            case JSON, YAML, TEMPLATE -> printer.document(ClusterStatusDocument.of(status));
        }
    }

    private String text(StatusTarget target, ClusterStatus status) {
        return new StatusText(
                        common.ink(session, Terminal.Stream.OUT),
                        session.terminal().outputColumns())
                .of(name(target, status), status);
    }

    private static String name(StatusTarget target, ClusterStatus status) {
        return target.name().orElse(status.observation().server());
    }
}
