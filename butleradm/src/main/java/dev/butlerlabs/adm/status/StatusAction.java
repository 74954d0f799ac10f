package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.status.ClusterObservation;
import dev.butlerlabs.core.status.ClusterStatus;
import dev.butlerlabs.core.status.ClusterStatusReader;
import dev.butlerlabs.core.status.LiveStatusSources;
import dev.butlerlabs.core.status.SourceResult;
import dev.butlerlabs.core.status.StatusEvaluator;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the status of a cluster. A class of its own, because picocli inspects command classes and would load the provider clients for every
 * command.
 */
final class StatusAction implements AutoCloseable {
    private final KubernetesClient client;
    private final ClusterStatusReader reader;
    private final StatusEvaluator evaluator;

    StatusAction(StatusTarget target, Duration limit, Clock clock) {
        this.client = target.connect(limit);
        // Machines and infrastructures have less time than the whole, so that one that hangs does not hide the others.
        Duration part = limit.multipliedBy(3).dividedBy(5);
        this.reader = new ClusterStatusReader(
                new LiveStatusSources(
                        client, target.kubeconfigName(), target.talosconfig(), ProviderRegistry.load(), part, clock),
                limit,
                clock);
        this.evaluator = new StatusEvaluator(target.commands(), VersionList.current());
    }

    /**
     * Reads the status.
     *
     * @param waiting called with the sources that have not answered yet
     * @throws ButlerException if the cluster is not a management cluster
     */
    ClusterStatus read(Consumer<List<String>> waiting) {
        ClusterObservation seen = reader.read(waiting);
        if (seen.providers() instanceof SourceResult.Unknown<?> unknown
                && unknown.code() == ErrorCode.NOT_MANAGEMENT_CLUSTER) {
            throw new ButlerException(
                    unknown.code(),
                    "The server %s is not a Butler management cluster: the custom resources are not installed."
                            .formatted(seen.server()));
        }
        return evaluator.evaluate(seen);
    }

    @Override
    public void close() {
        client.close();
    }
}
