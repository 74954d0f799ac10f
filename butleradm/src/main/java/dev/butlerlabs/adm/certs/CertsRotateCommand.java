package dev.butlerlabs.adm.certs;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.core.certificate.CaRotationPlan;
import dev.butlerlabs.core.certificate.ClientCredential;
import dev.butlerlabs.core.certificate.ClusterAuthority;
import dev.butlerlabs.core.certificate.RenewedCredential;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Renews the client certificates of a management cluster. */
@Command(
        name = "rotate",
        description = {
            "Issue new client certificates for the talosconfig and the kubeconfig, in the cluster and on this machine.",
            "New certificates are tried before they replace the old ones, which stay valid until they expire.",
            "If interrupted, rerun the command to resume. With --ca and --plan, print the steps of a CA rotation and change nothing."
        },
        footer = {
            "  butleradm certs rotate demo",
            "  butleradm certs rotate demo --only kubeconfig",
            "  butleradm certs rotate demo --secrets-file demo-files/talos/secrets.yaml",
            "  butleradm certs rotate demo --ca kubernetes --plan"
        })
final class CertsRotateCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

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
            names = "--only",
            paramLabel = "CREDENTIAL",
            description = "Renew only this one: kubeconfig, talosconfig (default: both).")
    private Optional<String> only = Optional.empty();

    @Option(
            names = "--secrets-file",
            paramLabel = "FILE",
            description =
                    "Talos secrets of the cluster, for access if the kubeconfig and the talosconfig have expired.")
    private Optional<Path> secrets = Optional.empty();

    @Option(
            names = "--ca",
            paramLabel = "CA",
            description = "Plan the rotation of this CA: talos, kubernetes. Requires --plan.")
    private Optional<String> authority = Optional.empty();

    @Option(names = "--plan", description = "Print the steps of the CA rotation. Changes nothing.")
    private boolean plan;

    CertsRotateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Set<ClientCredential> credentials = credentials();
        Optional<ClusterAuthority> planned = authority.map(CertsRotateCommand::authority);
        requireFittingOptions(planned);
        StatusTarget target = selection.target(session);
        CertsRotateAction action = new CertsRotateAction(target, session.clock());
        if (planned.isPresent()) {
            print(action.plan(planned.get()));
            return;
        }
        List<RenewedCredential> renewed;
        try (ProgressDisplay display = common.progress(session, output.format())) {
            renewed = action.rotate(
                    credentials, secrets, wait.timeout().orElse(LIMIT), new ProgressReporter(display, session.clock()));
        }
        print(renewed);
    }

    private Set<ClientCredential> credentials() {
        return only.map(word -> Arrays.stream(ClientCredential.values())
                        .filter(credential -> credential.word().equals(word))
                        .findFirst()
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.USAGE,
                                "invalid value \"%s\" for --only: must be one of kubeconfig, talosconfig"
                                        .formatted(word))))
                .map(EnumSet::of)
                .orElseGet(() -> EnumSet.allOf(ClientCredential.class));
    }

    private static ClusterAuthority authority(String word) {
        return ClusterAuthority.find(word)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.USAGE,
                        "invalid value \"%s\" for --ca: must be one of talos, kubernetes".formatted(word)));
    }

    private void requireFittingOptions(Optional<ClusterAuthority> planned) {
        if (planned.isEmpty() && plan) {
            throw new ButlerException(ErrorCode.USAGE, "--plan requires --ca.", "Add --ca talos or --ca kubernetes.");
        }
        if (planned.isPresent() && !plan) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "--ca requires --plan: butleradm does not rotate a CA itself, since every node and every client is affected. Nothing was changed.",
                    "Add --plan to print the steps in their order.");
        }
        if (planned.isPresent() && (only.isPresent() || secrets.isPresent())) {
            throw new ButlerException(
                    ErrorCode.USAGE, "--ca cannot be used with --only or --secrets-file.", "Omit one of them.");
        }
    }

    private boolean isDocument() {
        return output.format().isDocument();
    }

    private void print(CaRotationPlan rotation) {
        if (isDocument()) {
            output.printer(session, common).document(CaRotationPlanText.document(rotation));
        } else {
            CaRotationPlanText.lines(rotation).forEach(session.terminal().out()::println);
        }
    }

    private void print(List<RenewedCredential> renewed) {
        if (isDocument()) {
            output.printer(session, common).document(RotationText.document(renewed));
        } else {
            RotationText.lines(renewed).forEach(session.terminal().out()::println);
        }
    }
}
