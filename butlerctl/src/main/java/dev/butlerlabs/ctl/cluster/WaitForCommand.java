package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.resource.LabelSelectorConverter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Waits for a state of tenant clusters, as {@code kubectl wait} does. */
@Command(
        name = "wait",
        description = {
            "Wait until tenant clusters are in a state, or deleted.",
            "Fails with exit code 8 if --timeout (default: 30s) has passed, and with 5 if a cluster does not exist."
        },
        footer = {
            "  butlerctl wait --for=condition=Ready cluster/demo --timeout 15m",
            "  butlerctl wait --for=phase=Ready cluster/demo cluster/other",
            "  butlerctl wait --for=jsonpath={.status.phase}=Ready cluster -l env=prod",
            "  butlerctl wait --for=delete cluster/demo --timeout 10m"
        })
public final class WaitForCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Option(
            names = "--for",
            required = true,
            paramLabel = "EXPRESSION",
            converter = WaitExpressionConverter.class,
            description =
                    "State to wait for: delete, condition=TYPE[=STATUS], phase=PHASE or jsonpath=EXPRESSION[=VALUE].")
    private WaitExpression expression;

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            converter = LabelSelectorConverter.class,
            description = "Label selector, such as env=prod,tier!=test.")
    private String selector;

    @Option(names = "--all", description = "Wait for all tenant clusters in the namespace.")
    private boolean all;

    @Parameters(arity = "1..*", paramLabel = "CLUSTER", description = "Clusters as cluster/NAME, or cluster and names.")
    private List<String> arguments = new ArrayList<>();

    public WaitForCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<String> names = WaitTargets.names(arguments);
        if (names.isEmpty() == (selector == null && !all)) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "Specify either names, such as cluster/demo, or --selector or --all.",
                    "Run 'butlerctl wait --help' for usage.");
        }
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new WaitForAction(session, common, output, client, expression)
                    .run(
                            ManagementClusterContext.namespace(session, connection),
                            names,
                            Optional.ofNullable(selector),
                            wait.timeout().orElse(LIMIT));
        }
    }
}
