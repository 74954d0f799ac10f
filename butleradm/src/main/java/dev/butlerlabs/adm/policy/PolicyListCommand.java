package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.PolicyTable;
import dev.butlerlabs.core.identity.change.ClusterScopedRepository;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists ClusterCreationPolicies. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the policies for the creation of tenant clusters.",
        footer = {"  butleradm policy list", "  butleradm policy list -o yaml"})
final class PolicyListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    PolicyListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            List<ClusterCreationPolicy> found = new ClusterScopedRepository<>(
                            client, ClusterCreationPolicy.class, "List the policies with 'butleradm policy list'.")
                    .list()
                    .warning(session.messages()::print);
            output.printer(session, common).list(PolicyTable.at(session.clock().instant()), found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages().print("No policies found.");
            }
        }
    }
}
