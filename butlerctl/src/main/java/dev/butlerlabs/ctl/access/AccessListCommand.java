package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.tenant.access.TenantAccessClient;
import dev.butlerlabs.core.tenant.access.TenantAccessEntry;
import dev.butlerlabs.ctl.cluster.ClusterNameCandidates;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the grants of a tenant cluster. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the access grants in a tenant cluster that were created with butlerctl.",
        footer = {"  butlerctl access list demo", "  butlerctl access list demo -o json"})
final class AccessListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(
            paramLabel = "CLUSTER",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String cluster;

    AccessListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (TenantConnection tenant = TenantConnection.open(session, connection, cluster)) {
            List<TenantAccessEntry> grants = new TenantAccessClient(tenant.tenant()).list();
            output.printer(session, common).list(GrantTable.listing(tenant.now(session)), grants);
            if (grants.isEmpty() && !common.isQuiet()) {
                session.messages()
                        .print("No access grants found in cluster \"%s\". Create one with 'butlerctl access grant'."
                                .formatted(cluster));
            }
        }
    }
}
