package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ResourceOperations;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The writes of the Java Operator SDK that the reconcilers use, without its cache and event filter. */
final class InMemoryResourceOperations<R extends CustomResource<?, ?>> extends ResourceOperations<R> {
    private static final PatchContext APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager("butler-test")
            .withForce(true)
            .build();

    private final KubernetesClient client;
    private final R primary;
    private final boolean undecodable;

    InMemoryResourceOperations(Context<R> context, R primary, boolean undecodable) {
        super(context);
        this.client = context.getClient();
        this.primary = primary;
        this.undecodable = undecodable;
    }

    @Override
    public R serverSideApplyPrimaryStatus(R document) {
        return client.resource(document).subresource("status").patch(APPLY);
    }

    @Override
    public R addFinalizer(String finalizer) {
        R live = conflictRetryingPatchPrimary(
                changed -> {
                    changed.addFinalizer(finalizer);
                    return changed;
                },
                changed -> !changed.hasFinalizer(finalizer));
        if (undecodable) {
            live.getMetadata().setAdditionalProperty("butlerUndecodable", "spec.cpu: too large");
        }
        return live;
    }

    /** Like the SDK: the object of the event is tried first, then the current one, which is null after its deletion. */
    @Override
    public R conflictRetryingPatchPrimary(UnaryOperator<R> change, Predicate<R> needed) {
        R live = primary;
        for (int attempt = 0; attempt < 3; attempt++) {
            if (!needed.test(live)) {
                return live;
            }
            try {
                return client.resource(
                                change.apply(client.getKubernetesSerialization().clone(live)))
                        .update();
            } catch (KubernetesClientException e) {
                if (e.getCode() != 409) {
                    throw e;
                }
                live = client.resource(primary).get();
            }
        }
        throw new IllegalStateException("too many conflicts");
    }
}
