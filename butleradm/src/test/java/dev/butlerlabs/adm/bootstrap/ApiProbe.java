package dev.butlerlabs.adm.bootstrap;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads and writes through the endpoint of a cluster until it is stopped, each time over a new connection, as a user would. */
final class ApiProbe implements AutoCloseable {
    private static final long PAUSE_MILLIS = 50;

    private final BootstrappedCluster cluster;
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final Thread thread;
    private final AtomicInteger requests = new AtomicInteger();
    private volatile boolean stopped;

    private ApiProbe(BootstrappedCluster cluster) {
        this.cluster = cluster;
        this.thread = Thread.ofVirtual().name("api-probe").start(this::probe);
    }

    static ApiProbe start(BootstrappedCluster cluster) {
        return new ApiProbe(cluster);
    }

    /** The requests and the messages of those that failed. */
    record Report(int requests, List<String> failures) {
        @Override
        public String toString() {
            return "%d requests, %d failed".formatted(requests, failures.size());
        }
    }

    private void probe() {
        int number = 0;
        while (!stopped) {
            ConfigMap written = new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName("probe")
                    .withNamespace("default")
                    .endMetadata()
                    .addToData("number", Integer.toString(number++))
                    .build();
            try (KubernetesClient client = cluster.connect()) {
                client.resource(written).serverSideApply();
                client.nodes().list();
            } catch (KubernetesClientException e) {
                failures.add(String.valueOf(e.getMessage()));
            }
            requests.addAndGet(2);
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    Report stop() throws InterruptedException {
        stopped = true;
        thread.join();
        return new Report(requests.get(), List.copyOf(failures));
    }

    @Override
    public void close() {
        stopped = true;
        thread.interrupt();
    }
}
