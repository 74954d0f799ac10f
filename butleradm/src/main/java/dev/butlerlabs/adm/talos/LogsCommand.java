package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.LogQuery;
import dev.butlerlabs.core.talos.client.TalosClient;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the log of a service. */
@Command(
        name = "logs",
        description = "Print the log of a service on a node.",
        footer = {
            "  butleradm talos logs etcd --nodes 10.0.0.5 --tail 50",
            "  butleradm talos logs kubelet --nodes 10.0.0.5 --follow"
        })
final class LogsCommand implements Runnable {
    private static final int ALL = -1;

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private MachinesOptions machines = new MachinesOptions();

    @Option(
            names = "--tail",
            paramLabel = "LINES",
            defaultValue = "-1",
            description = "Number of latest lines to print; -1 prints all (default: ${DEFAULT-VALUE}).")
    private int tail = ALL;

    @Option(names = "--follow", description = "Follow the log until Ctrl-C.")
    private boolean follow;

    @Parameters(paramLabel = "SERVICE", description = "Service name, as listed by the services command.")
    private String service;

    LogsCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        OutputPrinter printer = output.printer(session, common);
        boolean document = printer.format().isDocument();
        if (document && follow) {
            throw new ButlerException(ErrorCode.USAGE, "--follow cannot be used with -o.", "Omit --follow or -o.");
        }
        LogQuery question = new LogQuery(service, tail < 0 ? OptionalInt.empty() : OptionalInt.of(tail), follow);
        try (TalosClient client = machines.machines(session).one()) {
            if (document) {
                printer.document(document(client, question));
            } else {
                client.logs(question, printer.out());
            }
        }
    }

    private static Map<String, Object> document(TalosClient client, LogQuery question) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        client.logs(question, log);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("node", client.node().toString());
        document.put("service", question.service());
        document.put("lines", log.toString(StandardCharsets.UTF_8).lines().toList());
        return document;
    }
}
