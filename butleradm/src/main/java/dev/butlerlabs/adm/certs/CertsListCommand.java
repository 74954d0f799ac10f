package dev.butlerlabs.adm.certs;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.adm.status.WaitingDisplay;
import dev.butlerlabs.core.certificate.CertificateInventory;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.error.ErrorKind;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the certificates of a management cluster. */
@Command(
        name = "list",
        aliases = "ls",
        description = {
            "List the CAs, serving certificates and client certificates of a management cluster and its tenant clusters. Changes nothing.",
            "Exits with 0 if all are valid, 11 if one has expired, expires soon or cannot be read, 7 if the Kubernetes API is unreachable."
        },
        footer = {
            "  butleradm certs list",
            "  butleradm certs list demo -o wide",
            "  butleradm certs list demo --rehearsal -o json"
        })
final class CertsListCommand implements Callable<Integer> {
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

    CertsListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        StatusTarget target = selection.target(session);
        CertificateInventory inventory;
        try (WaitingDisplay display = new WaitingDisplay(session, common.isQuiet())) {
            inventory = CertsListAction.read(target, wait.timeout().orElse(LIMIT), session.clock(), display);
        }
        output.printer(session, common).list(CertificateTable.of(inventory), inventory.certificates());
        inventory
                .unread()
                .forEach((source, reason) ->
                        session.messages().print("%s: unknown because %s".formatted(source, reason)));
        return inventory.outcome().map(ErrorKind::exitCode).orElse(0);
    }
}
