package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.PolicyTable;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.identity.change.ClusterScopedRepository;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one ClusterCreationPolicy. */
@Command(
        name = "get",
        description = "Show a policy with its options.",
        footer = {"  butleradm policy get production", "  butleradm policy get production -o yaml"})
final class PolicyGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = PolicyCandidates.class, description = "Name of the policy.")
    private String name;

    PolicyGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            ClusterCreationPolicy policy = new ClusterScopedRepository<>(
                            client, ClusterCreationPolicy.class, "List the policies with 'butleradm policy list'.")
                    .get(name);
            if (output.format() == OutputFormat.TABLE) {
                PolicyTable.print(
                        output.printer(session, common), policy, session.clock().instant());
            } else {
                output.printer(session, common)
                        .one(PolicyTable.at(session.clock().instant()), policy);
            }
        }
    }
}
