package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.DurationConverter;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.tenant.access.Grant;
import dev.butlerlabs.ctl.cluster.ClusterNames;
import dev.butlerlabs.ctl.cluster.HandingOut;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Grants something to somebody. */
@Command(
        name = "grant",
        description = {
            "Let somebody do in a tenant cluster what a role allows, everywhere or within a namespace.",
            "By token, the kubeconfig is printed and lasts for a while; run the command again for a fresh one. "
                    + "Users and groups are those of the cluster's own sign-on."
        },
        footer = {
            "  butlerctl access grant demo alice --role view > alice-kubeconfig",
            "  butlerctl access grant demo ci --role edit --within apps --expires-in 8h",
            "  butlerctl access grant demo developers --kind group --role edit"
        })
final class GrantCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            index = "0",
            paramLabel = "CLUSTER",
            completionCandidates = ClusterNames.class,
            description = "Name of the tenant cluster.")
    private String cluster;

    @Parameters(index = "1", paramLabel = "WHO", description = "Name of the person, program or group.")
    private String who;

    @Option(
            names = "--role",
            required = true,
            paramLabel = "ROLE",
            description = "ClusterRole of the tenant cluster, such as view.")
    private String role;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "token",
            description = "How the cluster knows them: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Grant.Kind kind = Grant.Kind.TOKEN;

    @Option(
            names = "--within",
            paramLabel = "NAMESPACE",
            description = "Namespace of the tenant cluster it holds in; everywhere when left out.")
    private String within;

    @Option(
            names = "--expires-in",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = DurationConverter.class,
            description = "How long a token lasts, 10m to 24h (default: ${DEFAULT-VALUE}).")
    private Duration lifetime = Duration.ofHours(1);

    @Option(names = "--merge", description = "Add it to the first file of KUBECONFIG, or to ~/.kube/config.")
    private boolean merge;

    @Option(names = "--set-context", negatable = true, description = "Make it the current context when it is added.")
    private boolean setContext;

    GrantCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        Grant grant = new Grant(kind, who, role, Optional.ofNullable(within));
        Granting granting = new Granting(cluster, grant, lifetime);
        granting.check();
        Optional<Kubeconfig> made = granting.make(TenantConnection.kubeconfig(session, connection, cluster));
        HandingOut handing = new HandingOut(session, common, destination);
        if (made.isPresent() && merge) {
            handing.merge(made.get(), setContext);
        } else if (made.isPresent()) {
            handing.print(made.get());
        }
        if (!common.isQuiet()) {
            session.messages().print(granting.sentence());
        }
    }
}
