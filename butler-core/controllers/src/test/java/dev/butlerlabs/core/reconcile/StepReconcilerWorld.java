package dev.butlerlabs.core.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A MachineRequest in memory and the reconcilers of one process over it, called as the Java Operator SDK calls them. */
final class StepReconcilerWorld implements CrashPositions.World {
    static final Duration FAILED_RECHECK = Duration.ofMinutes(5);

    final SteppedClock clock = new SteppedClock();
    final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    final ScriptedDefinition definition = new ScriptedDefinition();
    /** The objects in the cache of the SDK. */
    final List<MachineRequest> cached = new ArrayList<>();

    boolean active = true;
    final SwitchedNamespaces namespaces = new SwitchedNamespaces();
    /** Whether the response to a new finalizer contains a spec that cannot be decoded. */
    boolean undecodableResponses;

    /** The process whose reconcilers run. */
    private ReconcilerProcess process = new ReconcilerProcess();

    private final class ReconcilerProcess {
        private final ReconcilerHostOptions options = ReconcilerHostOptions.standard()
                .withClock(clock)
                .withNamespaceFilter(namespaces)
                .withFailedRecheck(FAILED_RECHECK)
                .withBackoff(new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(5), 0));
        private final EventRecorder events = new EventRecorder(api.client(), "butler-test", clock);
        private final StepReconciler<MachineRequest, MachineRequestStatus, MachineRequest> plain =
                new StepReconciler<>(definition, options, events, () -> active, new ReconcileSlots(1));
        private final CleaningReconciler<MachineRequest, MachineRequestStatus, MachineRequest> cleaning =
                new CleaningReconciler<>(
                        definition,
                        definition.cleanup().orElseThrow(),
                        options,
                        events,
                        () -> active,
                        new ReconcileSlots(1));

        private ReconcilerProcess() {
            plain.prepareEventSources(eventSources());
            cleaning.prepareEventSources(eventSources());
        }
    }

    /** Starts a process that remembers nothing. */
    void restart() {
        process = new ReconcilerProcess();
    }

    StepReconciler<MachineRequest, MachineRequestStatus, MachineRequest> plain() {
        return process.plain;
    }

    EventSourceContext<MachineRequest> eventSources() {
        return new EventSourceContext<>(
                new Cached(), unused(ControllerConfiguration.class), client(), MachineRequest.class);
    }

    KubernetesClient client() {
        return api.client();
    }

    MachineRequest create(String... finalizers) {
        MachineRequest request = MachineReconciliation.request("default", "cp-0");
        request.getMetadata().setFinalizers(List.of(finalizers));
        return client().resource(request).create();
    }

    Resource<MachineRequest> resource() {
        return client().resources(MachineRequest.class).inNamespace("default").withName("cp-0");
    }

    MachineRequest live() {
        return resource().require();
    }

    /** Reconciles the stored object without a cleanup and returns the delay until the next run. */
    Optional<Duration> reconcile() {
        return reconcile(live());
    }

    Optional<Duration> reconcile(MachineRequest request) {
        return delay(request, process.plain.reconcile(request, context(request, false)));
    }

    /** Reconciles the stored object with a cleanup. */
    Optional<Duration> reconcileWithCleanup() {
        return reconcileWithCleanup(live());
    }

    Optional<Duration> reconcileWithCleanup(MachineRequest request) {
        return delay(request, process.cleaning.reconcile(request, context(request, false)));
    }

    /** Reports that an object no longer exists. */
    Optional<Duration> reconcileDeleted(MachineRequest request) {
        return delay(request, process.plain.reconcile(request, context(request, true)));
    }

    /** Returns the interval of the object for periodic reconciliations as the configured one. */
    private static Optional<Duration> delay(MachineRequest request, UpdateControl<MachineRequest> control) {
        if (!control.isNoUpdate()) {
            throw new AssertionError("the SDK must not write anything");
        }
        Duration resync = ResyncSpread.interval(request.getMetadata().getUid(), ScriptedDefinition.RESYNC);
        return control.getScheduleDelay()
                .map(Duration::ofMillis)
                .map(delay -> delay.toMillis() == resync.toMillis() ? ScriptedDefinition.RESYNC : delay);
    }

    List<Event> events() {
        return client().v1().events().inNamespace("default").list().getItems().stream()
                .sorted(Comparator.comparing(Event::getReason))
                .toList();
    }

    List<String> eventTexts() {
        return events().stream()
                .map(event -> "%s %s %s x%d"
                        .formatted(event.getType(), event.getReason(), event.getMessage(), event.getCount()))
                .toList();
    }

    @SuppressWarnings("unchecked") // The proxy implements the interface for every type of object.
    private Context<MachineRequest> context(MachineRequest request, boolean deleted) {
        return (Context<MachineRequest>) Proxy.newProxyInstance(
                Context.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getClient" -> client();
                    case "isPrimaryResourceDeleted" -> deleted;
                    case "getPrimaryResource" -> request;
                    case "resourceOperations" ->
                        new InMemoryResourceOperations<>(
                                (Context<MachineRequest>) proxy, request, undecodableResponses);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // No method of it is called.
    private static <T> T unused(Class<?> type) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            throw new UnsupportedOperationException(method.getName());
        });
    }

    private final class Cached implements IndexerResourceCache<MachineRequest> {
        @Override
        public Optional<MachineRequest> get(ResourceID id) {
            return list(object -> ResourceID.fromResource(object).equals(id)).findFirst();
        }

        @Override
        public Stream<ResourceID> keys() {
            return cached.stream().map(ResourceID::fromResource);
        }

        @Override
        public Stream<MachineRequest> list(Predicate<MachineRequest> selected) {
            return cached.stream().filter(selected);
        }

        @Override
        public Stream<MachineRequest> list(String namespace, Predicate<MachineRequest> selected) {
            return list(selected)
                    .filter(object -> object.getMetadata().getNamespace().equals(namespace));
        }

        @Override
        public List<MachineRequest> byIndex(String index, String key) {
            return List.of();
        }

        @Override
        public void addIndexers(Map<String, Function<MachineRequest, List<String>>> indexers) {
            throw new UnsupportedOperationException("addIndexers");
        }
    }

    @Override
    public EffectLog effects() {
        return api.effects();
    }

    @Override
    public Map<String, JsonNode> state() {
        return api.objects();
    }

    @Override
    public void close() {
        api.close();
    }
}
