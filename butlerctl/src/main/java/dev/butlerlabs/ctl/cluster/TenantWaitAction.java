package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import dev.butlerlabs.core.tenant.change.TenantWaiter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;

/** Waits for a tenant cluster and shows the progress. */
public record TenantWaitAction(CommandContext session, CommonOptions common, OutputFormat format, Duration limit) {
    /**
     * Waits until the goal is reached.
     *
     * @return the cluster when the goal was reached; empty if the goal was its deletion
     * @throws ButlerException if the goal cannot be reached or the time limit has passed
     */
    public Optional<TenantCluster> until(KubernetesClient client, ObjectName name, TenantWaitGoal goal) {
        try (ProgressDisplay display = common.progress(session, format)) {
            ProgressStep step = new ProgressReporter(display, session.clock())
                    .start(name.name(), "Waiting for TenantCluster %s until %s".formatted(name, goal.what()));
            try {
                Optional<TenantCluster> seen = new TenantWaiter(client, progressOf(step)).await(name, goal, limit);
                step.done();
                return seen;
            } catch (ButlerException e) {
                step.failed(e.getMessage());
                throw e;
            }
        }
    }

    private static TenantWaiter.Listener progressOf(ProgressStep step) {
        return new TenantWaiter.Listener() {
            @Override
            public void waiting(String reason) {
                step.waiting(reason);
            }

            @Override
            public void connectionChanged(String message) {
                step.waiting(message);
            }
        };
    }
}
