package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
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

/** Waits for a state of tenant clusters, one after another, and prints each that has reached it. */
record WaitForAction(
        CommandContext session,
        CommonOptions common,
        OutputOptions output,
        KubernetesClient client,
        WaitExpression expression) {
    /**
     * Waits for the named clusters of a namespace, or for the selected ones.
     *
     * @param limit the time limit of all
     * @throws ButlerException if one does not reach the state; the others are still checked
     */
    void run(String namespace, List<String> names, Optional<String> selector, Duration limit) {
        await(
                names.isEmpty()
                        ? selected(namespace, selector)
                        : names.stream()
                                .map(name -> new ObjectName(namespace, name))
                                .toList(),
                session.clock().instant().plus(limit));
    }

    private List<ObjectName> selected(String namespace, Optional<String> selector) {
        List<ObjectName> found = KubeErrorMapper.askingForKind(
                client,
                "TenantClusters",
                "listing TenantClusters",
                () -> client
                        .resources(TenantCluster.class)
                        .inNamespace(namespace)
                        .withLabelSelector(selector.orElse(null))
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

    private void await(List<ObjectName> names, Instant end) {
        List<ButlerException> failures = new ArrayList<>();
        for (ObjectName name : names) {
            try {
                await(name, end);
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

    private void await(ObjectName name, Instant end) {
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
