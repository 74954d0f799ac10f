package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Writes a ConfigMap for each greeting, as the reconciliations of Butler do their work. */
final class GreetingReconciliation
        implements ReconcilerDefinition<Greeting, Greeting.Status, GreetingReconciliation.Scope> {
    static final String FINALIZER = "test.butlerlabs.dev/greeting";
    private static final PhaseMapper<String> PHASES =
            PhaseMapper.of("Ready", "Failed", "Deleting", "Pending").at("Opened", "Waiting");

    private final KubernetesClient client;
    /** Runs at the start of the first step and may throw. */
    private final Consumer<Greeting> trouble;
    /** The watches besides that of the ConfigMaps. */
    private final List<Watch<?>> more;
    /** The names of greetings in the order in which their first step ran. */
    final Queue<String> acts = new ConcurrentLinkedQueue<>();

    GreetingReconciliation(KubernetesClient client) {
        this(client, greeting -> {});
    }

    GreetingReconciliation(KubernetesClient client, Consumer<Greeting> trouble) {
        this(client, trouble, List.of());
    }

    GreetingReconciliation(KubernetesClient client, Consumer<Greeting> trouble, List<Watch<?>> more) {
        this.client = client;
        this.trouble = trouble;
        this.more = List.copyOf(more);
    }

    record Scope(Greeting greeting) {}

    @Override
    public String name() {
        return "greeting";
    }

    @Override
    public Class<Greeting> kind() {
        return Greeting.class;
    }

    @Override
    public Scope scope(Greeting resource) {
        return new Scope(resource);
    }

    @Override
    public List<Step<Scope>> steps() {
        return List.of(Step.of("Written", this::write), Step.of("Opened", this::open), Step.of("Checked", this::check));
    }

    @Override
    public Optional<Cleanup<Scope>> cleanup() {
        return Optional.of(new Cleanup<>(FINALIZER, List.of(Step.of("Erased", this::erase))));
    }

    private StepResult write(Scope scope) {
        Greeting greeting = scope.greeting();
        acts.add(greeting.getMetadata().getName());
        trouble.accept(greeting);
        ConfigMap wanted = OwnerReferences.own(
                greeting,
                new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(greeting.getMetadata().getNamespace())
                        .withName(greeting.getMetadata().getName())
                        .endMetadata()
                        .withData(Map.of("text", greeting.getSpec().text()))
                        .build());
        ServerSideApply.asButlerForced().apply(client, wanted);
        return StepResult.done("ConfigMap written.");
    }

    private StepResult open(Scope scope) {
        return Boolean.TRUE.equals(scope.greeting().getSpec().closed())
                ? StepResult.waiting("Closed", "The door is closed.", Duration.ofSeconds(30))
                : StepResult.done();
    }

    private StepResult check(Scope scope) {
        return Boolean.TRUE.equals(scope.greeting().getSpec().broken())
                ? StepResult.failed("Broken", "The greeting is broken.")
                : StepResult.done();
    }

    private StepResult erase(Scope scope) {
        var metadata = scope.greeting().getMetadata();
        var configMap = client.configMaps().inNamespace(metadata.getNamespace()).withName(metadata.getName());
        if (configMap.get() == null) {
            return StepResult.done();
        }
        configMap.delete();
        return StepResult.waiting("Erasing", "The ConfigMap is going.", Duration.ofMillis(50));
    }

    @Override
    public boolean isPaused(Greeting resource) {
        return Boolean.TRUE.equals(resource.getSpec().paused());
    }

    @Override
    public List<Watch<?>> watches() {
        return Stream.concat(Stream.of(Watch.owned(ConfigMap.class, Greeting.class)), more.stream())
                .toList();
    }

    @Override
    public List<Condition> conditions(Greeting resource) {
        return resource.conditions();
    }

    @Override
    public Greeting.Status status(Greeting resource, Scope scope, ReconcileOutcome outcome) {
        return new Greeting.Status(
                PHASES.of(outcome, Optional.of(resource.phase()).filter(word -> !word.isEmpty())),
                outcome.generation(),
                ConditionEditor.timestamp(outcome.time()),
                outcome.conditions());
    }
}
