package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the writes of controllers in one round and sends them at its end, several in parallel.
 *
 * <p>A write that conflicts, because the object has changed or is gone, is dropped; the next round computes it again.
 */
final class WriteBatch implements AutoCloseable {
    private static final Set<Integer> OUTDATED =
            Set.of(HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_FORBIDDEN);

    private static final int REFUSED = 422;
    private static final Logger LOG = LoggerFactory.getLogger(WriteBatch.class);

    private final KubernetesClient client;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Callable<Boolean>> wanted = new ArrayList<>();

    WriteBatch(KubernetesClient client) {
        this.client = client;
    }

    void create(HasMetadata object) {
        wanted.add(() -> attempt(() -> client.resource(object).create()));
    }

    /** Replaces an object if it has not changed since it was read. */
    void replace(HasMetadata object) {
        wanted.add(() -> attempt(() -> client.resource(object).update()));
    }

    /** Replaces the status of an object if it has not changed since it was read. */
    void status(HasMetadata object) {
        wanted.add(() -> attempt(() -> client.resource(object).updateStatus()));
    }

    void delete(HasMetadata object) {
        wanted.add(() -> attempt(() -> client.resource(object).delete()));
    }

    private static boolean attempt(Runnable write) {
        try {
            write.run();
            return true;
        } catch (KubernetesClientException e) {
            if (OUTDATED.contains(e.getCode())) {
                return false;
            }
            if (e.getCode() == REFUSED) {
                LOG.info("A simulated cluster rejected a write of a controller: {}", e.getMessage());
                return true;
            }
            throw e;
        }
    }

    /**
     * Sends all writes.
     *
     * @return whether none of them conflicted
     */
    boolean flush() throws InterruptedException {
        List<Callable<Boolean>> now = List.copyOf(wanted);
        wanted.clear();
        boolean fitted = true;
        for (Future<Boolean> written : threads.invokeAll(now)) {
            try {
                fitted &= written.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("cannot write to the API of a simulated cluster", e.getCause());
            }
        }
        return fitted;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
