package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.audit.AuditVerb;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.tenant.access.TenantAccessClient;
import dev.butlerlabs.core.tenant.access.TenantAccessEntry;
import dev.butlerlabs.ctl.cluster.ClusterNameCandidates;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Revokes grants. */
@Command(
        name = "revoke",
        description = "Revoke access to a tenant cluster and invalidate its tokens.",
        footer = {"  butlerctl access revoke demo alice", "  butlerctl access revoke demo alice --role edit"})
final class RevokeCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(
            index = "0",
            paramLabel = "CLUSTER",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String cluster;

    @Parameters(index = "1", paramLabel = "WHO", description = "Name of the user, group or service account.")
    private String who;

    @Option(names = "--role", paramLabel = "ROLE", description = "ClusterRole in the tenant cluster, such as view.")
    private String role;

    RevokeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (TenantConnection tenant = TenantConnection.open(session, connection, cluster)) {
            List<TenantAccessEntry> ended =
                    new TenantAccessClient(tenant.tenant()).revoke(who, Optional.ofNullable(role));
            if (ended.isEmpty()) {
                throw new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "No matching grant for \"%s\" found in cluster \"%s\".".formatted(who, cluster),
                        "Run 'butlerctl access list %s' to list the grants.".formatted(cluster));
            }
            print(ended);
            GrantAudit.of(session, tenant)
                    .record(
                            AuditVerb.REVOKED,
                            tenant.now(session),
                            ended.stream()
                                    .map(entry -> entry.grant().toString())
                                    .toList());
        }
    }

    /**
     * Prints one line per revoked grant; JSON, YAML and name output list the revoked grants instead. A table would look
     * as if they still existed.
     */
    private void print(List<TenantAccessEntry> revoked) {
        if (output.format() != OutputFormat.TABLE && output.format() != OutputFormat.WIDE) {
            output.printer(session, common)
                    .list(GrantTable.listing(session.clock().instant()), revoked);
        } else if (!common.isQuiet()) {
            revoked.forEach(entry -> session.messages().print(sentence(entry)));
        }
    }

    private String sentence(TenantAccessEntry entry) {
        if (!entry.bound()) {
            return "Deleted the account %s without a role in %s."
                    .formatted(entry.grant().name(), cluster);
        }
        String where = entry.grant().within().map("namespace %s of "::formatted).orElse("");
        return "Revoked role %s from %s in %s%s."
                .formatted(entry.grant().role(), entry.grant().name(), where, cluster);
    }
}
