package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;

/** For a kind nobody has installed. */
final class StrangerReconciliation implements ReconcilerDefinition<StrangerReconciliation.Stranger, Void, String> {
    @Group("test.butlerlabs.dev")
    @Version("v1")
    public static class Stranger extends CustomResource<Void, Void> implements Namespaced {}

    @Override
    public String name() {
        return "stranger";
    }

    @Override
    public Class<Stranger> kind() {
        return Stranger.class;
    }

    @Override
    public String scope(Stranger resource) {
        return "";
    }

    @Override
    public List<Step<String>> steps() {
        return List.of();
    }

    @Override
    public List<Condition> conditions(Stranger resource) {
        return List.of();
    }

    @Override
    public Void status(Stranger resource, String scope, ReconcileOutcome outcome) {
        return null;
    }
}
