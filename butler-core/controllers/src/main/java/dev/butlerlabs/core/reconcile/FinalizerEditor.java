package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.Contended;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Marks on other objects that keep them from vanishing before we are done with them. The object of a reconciliation gets its own
 * finalizer from the host; these are for the objects beside it.
 */
public final class FinalizerEditor {
    private final KubernetesClient client;

    public FinalizerEditor(KubernetesClient client) {
        this.client = client;
    }

    /** Adds the mark; an object that is absent or already being deleted is left alone. Answers whether the mark is there. */
    public boolean add(HasMetadata object, String finalizer) {
        return change(
                        object,
                        live -> !live.hasFinalizer(finalizer) && !live.isMarkedForDeletion(),
                        live -> live.addFinalizer(finalizer))
                .filter(live -> live.hasFinalizer(finalizer))
                .isPresent();
    }

    /** Removes the mark; fine when it or the object is gone. */
    public void remove(HasMetadata object, String finalizer) {
        change(object, live -> live.hasFinalizer(finalizer), live -> live.removeFinalizer(finalizer));
    }

    private <T extends HasMetadata> Optional<T> change(T object, Predicate<T> needed, Consumer<T> edit) {
        return KubeErrors.translating("changing the finalizers of " + ObjectName.of(object), () -> {
            try {
                return Contended.write(() -> changeOnce(object, needed, edit));
            } catch (KubernetesClientException e) {
                if (KubeErrors.isNotFound(e)) {
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
        // An update carries the resourceVersion that was read, so a change by somebody else in between is a conflict,
        // not a loss.
        return Optional.of(client.resource(live).update());
    }
}
