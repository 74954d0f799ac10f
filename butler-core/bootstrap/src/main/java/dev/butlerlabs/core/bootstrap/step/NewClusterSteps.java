package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.addon.AddonInstaller;
import dev.butlerlabs.core.addon.AddonSelection;
import dev.butlerlabs.core.addon.AddonState;
import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.addon.PrivilegedNamespace;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.bootstrap.plan.AddonVersionPlanner;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** The steps that run in the new cluster: wait for its API, install addons, wait for its nodes. */
final class NewClusterSteps {
    private final NewClusterConnection cluster;
    private final PlatformAddons addons;
    private final BootstrapOptions options;
    private final NodesStep nodes;
    /** Addons that were observed ready. No other process changes them while the cluster is being created. */
    private final Map<String, Set<String>> settled = new ConcurrentHashMap<>();

    NewClusterSteps(NewClusterConnection cluster, PlatformAddons addons, BootstrapOptions options) {
        this.cluster = cluster;
        this.addons = addons;
        this.options = options;
        this.nodes = new NodesStep(options);
    }

    StepResult awaitApi(BootstrapReconcileContext scope) {
        return inside(scope, (client, same) -> StepResult.done("The API server is ready."));
    }

    StepResult installAddons(BootstrapReconcileContext scope) {
        return inside(scope, this::installAddons);
    }

    StepResult awaitNodes(BootstrapReconcileContext scope) {
        return inside(scope, nodes::await);
    }

    StepResult inside(
            BootstrapReconcileContext scope, BiFunction<KubernetesClient, BootstrapReconcileContext, StepResult> work) {
        NewClusterConnection.Answer answer = cluster.ask(scope);
        return answer.client()
                .map(client -> work.apply(client, scope))
                .orElseGet(() -> StepResult.waiting("WaitingForApiServer", answer.seen(), options.poll()));
    }

    private StepResult installAddons(KubernetesClient client, BootstrapReconcileContext scope) {
        AddonSelection choice = AddonVersionPlanner.of(scope.plan());
        Set<String> unknown = addons.unknown(choice);
        if (!unknown.isEmpty()) {
            return StepResult.failed("AddonUnknown", "Unknown addons: " + String.join(", ", unknown) + ".");
        }
        // The Jobs that install addons use the host network until the CNI is running.
        ServerSideApply.asButlerForced().apply(client, PrivilegedNamespace.named(Namespaces.SYSTEM));
        SequencedMap<String, AddonState> states = new AddonInstaller(client, Namespaces.SYSTEM, choice.places())
                .ensure(addons.wanted(choice), settled(scope));
        scope.addons(states);
        states.forEach((name, state) -> settle(scope, name, state));
        return first(states, AddonState.Failed.class)
                .map(name -> failed(name, (AddonState.Failed) states.get(name)))
                .or(() -> first(states, AddonState.Pending.class).map(name -> pending(states, name)))
                .orElseGet(() -> StepResult.done(CountFormatter.are(states.size(), "addon") + " ready."));
    }

    private Set<String> settled(BootstrapReconcileContext scope) {
        return settled.computeIfAbsent(key(scope), uid -> ConcurrentHashMap.newKeySet());
    }

    private void settle(BootstrapReconcileContext scope, String name, AddonState state) {
        if (state instanceof AddonState.Ready) {
            settled(scope).add(name);
        }
    }

    /** A new generation of the spec makes every addon be checked again. */
    private static String key(BootstrapReconcileContext scope) {
        return scope.resource().getMetadata().getUid() + "/"
                + scope.resource().getMetadata().getGeneration();
    }

    private static StepResult failed(String name, AddonState.Failed state) {
        return StepResult.failed(state.cause().reason(), "%s: %s".formatted(name, state.message()));
    }

    private StepResult pending(SequencedMap<String, AddonState> states, String name) {
        long ready = states.values().stream()
                .filter(AddonState.Ready.class::isInstance)
                .count();
        return StepResult.waiting(
                "WaitingForAddons",
                "%d/%d addons ready; %s: %s"
                        .formatted(ready, states.size(), name, ((AddonState.Pending) states.get(name)).awaited()),
                options.poll());
    }

    private static Optional<String> first(SequencedMap<String, AddonState> states, Class<? extends AddonState> kind) {
        return states.entrySet().stream()
                .filter(entry -> kind.isInstance(entry.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
