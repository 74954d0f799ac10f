package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.audit.AuditVerb;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.DurationConverter;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.tenant.access.GrantIssuer;
import dev.butlerlabs.core.tenant.access.GrantTerms;
import dev.butlerlabs.core.tenant.access.TenantAccessGrant;
import dev.butlerlabs.ctl.cluster.ClusterNameCandidates;
import dev.butlerlabs.ctl.cluster.KubeconfigOutput;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Grants a role in a tenant cluster to a user, a group or a new service account. */
@Command(
        name = "grant",
        description = {
            "Grant a role in a tenant cluster, cluster-wide or in one namespace.",
            "With --kind token, prints a kubeconfig with a temporary token; rerun the command to renew it. "
                    + "With --kind user or group, grants the role to an identity of the cluster's own authentication. "
                    + "With --for, the controllers delete the grant at its end; without, it lasts until it is revoked."
        },
        footer = {
            "  butlerctl access grant demo alice --role view > alice-kubeconfig",
            "  butlerctl access grant demo ci --role edit --within apps --for 8h",
            "  butlerctl access grant demo developers --kind group --role edit --for 30m"
        })
final class GrantCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

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

    @Option(
            names = "--role",
            required = true,
            paramLabel = "ROLE",
            description = "ClusterRole in the tenant cluster, such as view.")
    private String role;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "token",
            description = "Subject type: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private TenantAccessGrant.Kind kind = TenantAccessGrant.Kind.TOKEN;

    @Option(
            names = "--within",
            paramLabel = "NAMESPACE",
            description = "Namespace in the tenant cluster to limit the grant to (default: cluster-wide).")
    private String within;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Lifetime of the grant and its tokens (default: until it is revoked).")
    private Duration term;

    @Option(
            names = "--expires-in",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Token lifetime, 10m to 24h (default: that of the grant, or 1h).")
    private Duration lifetime;

    @Option(names = "--merge", description = "Merge into the first file in KUBECONFIG, or ~/.kube/config.")
    private boolean merge;

    @Option(names = "--set-context", negatable = true, description = "With --merge, switch the current context to it.")
    private boolean setContext;

    GrantCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        TenantAccessGrant grant = new TenantAccessGrant(kind, who, role, Optional.ofNullable(within));
        GrantRequest request =
                new GrantRequest(cluster, grant, Optional.ofNullable(term), Optional.ofNullable(lifetime));
        request.check();
        try (TenantConnection tenant = TenantConnection.open(session, connection, cluster)) {
            Instant now = tenant.now(session);
            GrantAudit audit = GrantAudit.of(session, tenant);
            GrantTerms terms = new GrantTerms(request.until(now), audit.user());
            Optional<Kubeconfig> kubeconfig = new GrantIssuer(tenant.management(), tenant.tenant())
                    .issue(tenant.name(), grant, terms, request.tokenLifetime())
                    .map(token ->
                            tenant.administrator().withUser(cluster, who + "@" + cluster, Map.of("token", token)));
            print(kubeconfig);
            audit.record(AuditVerb.GRANTED, now, List.of(grant + request.untilText(now)));
            if (!common.isQuiet()) {
                session.messages().print(request.sentence(now));
            }
        }
    }

    private void print(Optional<Kubeconfig> made) {
        KubeconfigOutput handing = new KubeconfigOutput(session, common, destination);
        if (made.isPresent() && merge) {
            handing.merge(made.get(), setContext);
        } else if (made.isPresent()) {
            handing.print(made.get());
        }
    }
}
