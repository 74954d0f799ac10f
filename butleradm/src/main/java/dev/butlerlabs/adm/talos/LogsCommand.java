package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.Printer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.LogQuestion;
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
        description = "Print the log of a service of one running machine.",
        footer = {
            "  butleradm talos logs etcd --nodes 10.0.0.5 --tail 50",
            "  butleradm talos logs kubelet --nodes 10.0.0.5 --follow"
        })
final class LogsCommand implements Runnable {
    private static final int ALL = -1;

    private final Session session;

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
            description = "Only the last lines; all of them with -1 (default: ${DEFAULT-VALUE}).")
    private int tail = ALL;

    @Option(names = "--follow", description = "Go on with what is written from now on, until Ctrl-C.")
    private boolean follow;

    @Parameters(paramLabel = "SERVICE", description = "Which service, as the services command names it.")
    private String service;

    LogsCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        Printer printer = output.printer(session, common);
        boolean document = printer.format() == OutputFormat.JSON || printer.format() == OutputFormat.YAML;
        if (document && follow) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "A log that is followed has no end, and so no document.",
                    "Leave --follow or -o out.");
        }
        LogQuestion question = new LogQuestion(service, tail < 0 ? OptionalInt.empty() : OptionalInt.of(tail), follow);
        try (TalosClient client = machines.machines(session).one()) {
            if (document) {
                printer.document(document(client, question));
            } else {
                client.logs(question, printer.out());
            }
        }
    }

    private static Map<String, Object> document(TalosClient client, LogQuestion question) {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        client.logs(question, log);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("node", client.node().toString());
        document.put("service", question.service());
        document.put("lines", log.toString(StandardCharsets.UTF_8).lines().toList());
        return document;
    }
}
