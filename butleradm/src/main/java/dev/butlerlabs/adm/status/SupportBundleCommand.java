package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.status.ClusterBundle;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Writes a support bundle of a management cluster. */
@Command(
        name = "support-bundle",
        description = {
            "Write the status, Butler's resources, events and logs of a management cluster to an archive that only you can read.",
            "Omits Secrets, and hides keys, tokens, kubeconfigs and machine configurations. Changes nothing in the cluster."
        },
        footer = {
            "  butleradm support-bundle",
            "  butleradm support-bundle demo -o demo.tar.gz",
            "  butleradm support-bundle demo --rehearsal"
        })
public final class SupportBundleCommand implements Runnable {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private StatusTargetOptions selection = new StatusTargetOptions();

    public SupportBundleCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        StatusTarget target = selection.target(session);
        Path file = destination.path().orElseGet(() -> file(target));
        destination.checkFree(List.of(file));
        ClusterBundle.Result result;
        try (ProgressDisplay display = common.progress(session, destination.format())) {
            result = new SupportBundleAction(target, new ProgressReporter(display, session.clock()), session.clock())
                    .write(file);
        }
        print(result);
    }

    private Path file(StatusTarget target) {
        return Path.of("support-%s-%s.tar.gz"
                .formatted(
                        target.name().orElse("cluster"),
                        STAMP.format(session.clock().instant())));
    }

    private void print(ClusterBundle.Result result) {
        OutputPrinter printer = new OutputPrinter(
                session.terminal().out(), destination.format(), true, common.ink(session, Terminal.Stream.OUT));
        if (printer.format().isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("file", result.file().toString());
            document.put("entries", result.entries());
            document.put("errors", result.errors());
            printer.document(document);
            return;
        }
        printer.out()
                .println("Support bundle written to %s: %s%s."
                        .formatted(
                                result.file(),
                                CountFormatter.of(result.entries(), "file"),
                                result.errors().isEmpty()
                                        ? ""
                                        : ", %s could not be read (see errors.txt in it)"
                                                .formatted(CountFormatter.of(
                                                        result.errors().size(), "source"))));
        if (!common.isQuiet()) {
            session.messages().print("Review it before you pass it on: logs can contain names and addresses.");
        }
    }
}
