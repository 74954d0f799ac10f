package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.output.TemplateException;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import dev.butlerlabs.core.tenant.change.TenantWaitProgress;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
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
            await(client, names.isEmpty() ? selected(client) : named(names));
        }
    }

    private List<ObjectName> named(List<String> names) {
        return names.stream()
                .map(name -> ManagementClusterContext.named(session, connection, name))
                .toList();
    }

    private List<ObjectName> selected(KubernetesClient client) {
        String namespace = ManagementClusterContext.namespace(session, connection);
        List<ObjectName> found = KubeErrorMapper.askingForKind(
                client,
                "TenantClusters",
                "listing TenantClusters",
                () -> client
                        .resources(TenantCluster.class)
                        .inNamespace(namespace)
                        .withLabelSelector(selector)
                        .list()
                        .getItems()
                        .stream()
                        .map(ObjectName::from)
                        .toList());
        if (found.isEmpty() && !expression.isDeletion()) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "No matching tenant clusters found in namespace \"%s\".".formatted(namespace),
                    "List the clusters with 'butlerctl cluster list -A --show-labels'.");
        }
        return found;
    }

    /** Waits for one after another; the time limit is that of all. Those after a failed one are still checked. */
    private void await(KubernetesClient client, List<ObjectName> names) {
        Instant end = session.clock().instant().plus(wait.timeout().orElse(LIMIT));
        List<ButlerException> failures = new ArrayList<>();
        for (ObjectName name : names) {
            try {
                await(client, name, end);
            } catch (ButlerException e) {
                if (e.code() == ErrorCode.CANCELLED) {
                    throw e;
                }
                failures.add(e);
            }
        }
        failures.subList(0, Math.max(0, failures.size() - 1))
                .forEach(failure -> session.messages().print("error: " + failure.getMessage()));
        if (!failures.isEmpty()) {
            throw failures.getLast();
        }
    }

    private void await(KubernetesClient client, ObjectName name, Instant end) {
        TenantClusterClient clusters = new TenantClusterClient(client);
        Optional<TenantCluster> current =
                expression.isDeletion() ? clusters.find(name) : Optional.of(clusters.get(name));
        TenantWaitGoal goal = goal();
        if (goal.standing().apply(current) instanceof TenantWaitProgress.Reached) {
            print(name, current);
            return;
        }
        Duration left = Duration.between(session.clock().instant(), end);
        Duration limit = left.isPositive() ? left : Duration.ofMillis(1);
        print(name, new TenantWaitAction(session, common, output.format(), limit).until(client, name, goal));
    }

    private TenantWaitGoal goal() {
        TableLayout<TenantCluster> layout = TenantTable.at(session.clock().instant(), true);
        return new TenantWaitGoal(
                expression.what(),
                expression.isDeletion()
                        ? TenantWaitGoal.gone().standing()
                        : seen -> seen.map(cluster -> progress(layout, cluster))
                                .orElseGet(() -> new TenantWaitProgress.Failed("it no longer exists")));
    }

    private TenantWaitProgress progress(TableLayout<TenantCluster> layout, TenantCluster cluster) {
        try {
            return expression
                    .unmet(layout.document().apply(cluster))
                    .<TenantWaitProgress>map(TenantWaitProgress.Waiting::new)
                    .orElseGet(TenantWaitProgress.Reached::new);
        } catch (TemplateException e) {
            return new TenantWaitProgress.Failed("the expression of --for does not fit: " + e.getMessage());
        }
    }

    private void print(ObjectName name, Optional<TenantCluster> seen) {
        TableLayout<TenantCluster> layout = TenantTable.at(session.clock().instant(), true);
        if (output.format() == OutputFormat.TABLE || output.format() == OutputFormat.WIDE || seen.isEmpty()) {
            session.terminal()
                    .out()
                    .println("tenantcluster.butler.butlerlabs.dev/%s condition met".formatted(name.name()));
        } else {
            output.printer(session, common).one(layout, seen.get());
        }
        session.terminal().out().flush();
    }
}
