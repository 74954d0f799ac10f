package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.PolicyTable;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.identity.change.ClusterScopedRepository;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes policies. */
@Command(
        name = "describe",
        description = "Show details of policies: options, problems and events.",
        footer = {"  butleradm policy describe production"})
final class PolicyDescribeCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            arity = "1..*",
            paramLabel = "NAME",
            completionCandidates = PolicyCandidates.class,
            description = "Names of the objects.")
    private List<String> names = new ArrayList<>();

    PolicyDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new DescribeAction(session, common, output, client)
                    .describe(
                            names,
                            new ClusterScopedRepository<>(
                                    client,
                                    ClusterCreationPolicy.class,
                                    "List the policies with 'butleradm policy list'.")::get,
                            PolicyTable.at(session.clock().instant()),
                            (printer, policy) -> PolicyTable.print(
                                    printer, policy, session.clock().instant()));
        }
    }
}
