package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.ConflictRetry;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Adds and removes finalizers of related objects. The host manages the finalizer of the reconciled object itself. Thread-safe; conflicts
 * are retried.
 */
public final class FinalizerEditor {
    private final KubernetesClient client;

    public FinalizerEditor(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Adds a finalizer, unless the object does not exist or is being deleted.
     *
     * @return whether the object has the finalizer
     * @throws dev.butlerlabs.core.error.ButlerException if the API is not reachable
     */
    public boolean add(HasMetadata object, String finalizer) {
        return change(
                        object,
                        live -> !live.hasFinalizer(finalizer) && !live.isMarkedForDeletion(),
                        live -> live.addFinalizer(finalizer))
                .filter(live -> live.hasFinalizer(finalizer))
                .isPresent();
    }

    /**
     * Removes a finalizer. Does nothing if the object or the finalizer does not exist.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the API is not reachable
     */
    public void remove(HasMetadata object, String finalizer) {
        change(object, live -> live.hasFinalizer(finalizer), live -> live.removeFinalizer(finalizer));
    }

    private <T extends HasMetadata> Optional<T> change(T object, Predicate<T> needed, Consumer<T> edit) {
        return KubeErrorMapper.translating("changing the finalizers of " + ObjectName.of(object), () -> {
            try {
                return ConflictRetry.write(() -> changeOnce(object, needed, edit));
            } catch (KubernetesClientException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    private <T extends HasMetadata> Optional<T> changeOnce(T object, Predicate<T> needed, Consumer<T> edit) {
        T live = client.resource(object).get();
        if (live == null || !needed.test(live)) {
            return Optional.ofNullable(live);
        }
        edit.accept(live);
        // The update contains the resourceVersion that was read, so a concurrent change causes a conflict and is not
        // lost.
        return Optional.of(client.resource(live).update());
    }
}
