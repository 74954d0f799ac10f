package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.InformerClient;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.ResolvedControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.processing.Controller;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One run of an operator of the Java Operator SDK, from start to stop. All settings are explicit, so that no annotation is read and no
 * class path is scanned. Thread-safe.
 */
final class OperatorRun implements AutoCloseable {
    private final Operator operator;
    private final AtomicBoolean active = new AtomicBoolean(true);
    private final ReconcileSlots slots;
    private final List<ControllerProbe> probes = new CopyOnWriteArrayList<>();
    private final List<PendingWatchCheck> pending = new CopyOnWriteArrayList<>();
    private volatile Optional<Thread> pendingWatches = Optional.empty();

    private OperatorRun(Operator operator, ReconcileSlots slots) {
        this.operator = operator;
        this.slots = slots;
    }

    /**
     * Starts reconciling.
     *
     * @param starting receives the instance before its informers start, so that its state can be read while they do
     * @param broken called when a watch has ended permanently; the instance is not usable afterwards
     */
    static OperatorRun start(
            KubernetesClient client,
            List<ReconcilerDefinition<?, ?, ?>> reconciliations,
            ReconcilerHostOptions options,
            Duration grace,
            Consumer<OperatorRun> starting,
            Consumer<Throwable> broken) {
        // The steps use the caller's client, which is strict; informers must not fail because of one object.
        KubernetesClient informing =
                InformerClient.over(client, options.informers().get());
        Operator operator = new Operator(ConfigurationService.newOverriddenConfigurationService(
                overrider -> configure(overrider, informing, options, grace, broken)));
        OperatorRun term = new OperatorRun(operator, new ReconcileSlots(options.concurrency()));
        try {
            reconciliations.forEach(reconciliation -> term.register(reconciliation, client, options));
            starting.accept(term);
            operator.start();
            keepThread(operator.getConfigurationService()
                    .getExecutorServiceManager()
                    .scheduledExecutorService());
            term.startPendingWatches(options.pendingWatches());
            return term;
        } catch (RuntimeException e) {
            term.closeAfter(e);
            throw e;
        }
    }

    /** The SDK creates the scheduler without a core thread. While a task is scheduled, its only thread would wake up every 10 ms. */
    static void keepThread(ScheduledExecutorService scheduler) {
        if (scheduler instanceof ScheduledThreadPoolExecutor pool && pool.getCorePoolSize() == 0) {
            pool.setCorePoolSize(1);
        }
    }

    /** An error while closing an instance that did not start is less important than the reason. */
    private void closeAfter(RuntimeException failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static void configure(
            ConfigurationServiceOverrider overrider,
            KubernetesClient client,
            ReconcilerHostOptions options,
            Duration grace,
            Consumer<Throwable> broken) {
        overrider
                .withKubernetesClient(client)
                .withResourceCloner(new CustomResourceCopier(client.getKubernetesSerialization()))
                .withCloseClientOnStop(false)
                .checkingCRDAndValidateLocalModel(false)
                // ReconcileSlots limits how many of them run at the same time.
                .withExecutorService(Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("reconcile-", 0).factory()))
                .withReconciliationTerminationTimeout(grace)
                .withCacheSyncTimeout(options.startTimeout())
                .withMetrics(options.metrics().get())
                // A watch that cannot be started is retried as long as the host runs.
                .withStopOnInformerErrorDuringStartup(false)
                .withInformerStoppedHandler((informer, failure) -> {
                    if (failure != null) {
                        broken.accept(failure);
                    }
                })
                // The finalizer is added with a patch of that field alone; with server-side apply, the next apply of
                // the spec would remove
                // it.
                .withUseSSAToPatchPrimaryResource(false);
    }

    private <R extends CustomResource<?, S>, S, C> void register(
            ReconcilerDefinition<R, S, C> reconciliation, KubernetesClient client, ReconcilerHostOptions options) {
        EventRecorder events = new EventRecorder(client, "butler-" + reconciliation.name(), options.clock());
        Optional<ReconcilerDefinition.Cleanup<C>> cleanup = reconciliation.cleanup();
        StepReconciler<R, S, C> reconciler = cleanup.isPresent()
                ? new CleaningReconciler<>(reconciliation, cleanup.get(), options, events, active::get, slots)
                : new StepReconciler<>(reconciliation, options, events, active::get, slots);
        var controller = operator.register(
                reconciler, configuration(reconciliation, options, operator.getConfigurationService()));
        probes.add(new ControllerProbe(
                HasMetadata.getFullResourceName(reconciliation.kind()),
                controller,
                reconciler,
                new LostWatchDetector(options.clock())));
        if (controller instanceof Controller<R> dynamic) {
            pending.add(new PendingWatchCheck(
                    reconciler.watches()::hasPending,
                    () -> reconciler.watches().startPending(dynamic.getEventSourceManager())));
        }
    }

    /** Checks on a thread of its own until no watch is pending or the run is closed. */
    private void startPendingWatches(Duration interval) {
        if (pending.stream().anyMatch(PendingWatchCheck::isNeeded)) {
            pendingWatches =
                    Optional.of(Thread.ofVirtual().name("pending-watches").start(() -> checkPending(interval)));
        }
    }

    private void checkPending(Duration interval) {
        try {
            while (active.get() && pending.stream().anyMatch(PendingWatchCheck::isNeeded)) {
                Thread.sleep(interval);
                pending.forEach(PendingWatchCheck::run);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the informers that have not synced. */
    List<String> unsynced() {
        return probes.stream().flatMap(probe -> probe.unsynced().stream()).toList();
    }

    /** Returns the number of objects that are skipped because they cannot be decoded, by resource. */
    SortedMap<String, Long> undecodable() {
        SortedMap<String, Long> counts = new TreeMap<>();
        probes.forEach(probe -> counts.merge(probe.resource(), probe.undecodable(), Math::max));
        return counts;
    }

    private static <R extends CustomResource<?, ?>> ControllerConfiguration<R> configuration(
            ReconcilerDefinition<R, ?, ?> reconciliation, ReconcilerHostOptions options, ConfigurationService service) {
        return new ResolvedControllerConfiguration<>(
                reconciliation.name(),
                false,
                reconciliation.getClass().getName(),
                options.retries(),
                null,
                reconciliation.resync(),
                reconciliation
                        .cleanup()
                        .map(ReconcilerDefinition.Cleanup::finalizer)
                        .orElse(null),
                Map.of(),
                ServerSideApply.BUTLER,
                service,
                informer(reconciliation.kind(), options),
                // With a cleanup the reconciler receives all events and handles the finalizers itself.
                reconciliation.cleanup().isPresent(),
                null);
    }

    private static <R extends CustomResource<?, ?>> InformerConfiguration<R> informer(
            Class<R> kind, ReconcilerHostOptions options) {
        InformerConfiguration<R>.Builder builder = InformerConfiguration.builder(kind)
                .withOnAddFilter(added -> isIncluded(added, options.namespaceFilter()))
                .withOnUpdateFilter(
                        (now, before) -> isIncluded(now, options.namespaceFilter()) && concerns(now, before));
        if (options.namespaces().isEmpty() || !Namespaced.class.isAssignableFrom(kind)) {
            builder.withWatchAllNamespaces();
        } else {
            builder.withNamespaces(options.namespaces());
        }
        if (!options.selector().isEmpty()) {
            builder.withLabelSelector(options.selector());
        }
        return builder.buildForController();
    }

    private static boolean isIncluded(HasMetadata object, NamespaceFilter namespaces) {
        return namespaces.includes(IncludedNamespaceEvents.namespace(object));
    }

    /** Ignores changes of the status alone, which this process writes itself. */
    private static boolean concerns(HasMetadata now, HasMetadata before) {
        var current = now.getMetadata();
        var former = before.getMetadata();
        return !Objects.equals(current.getGeneration(), former.getGeneration())
                || !Objects.equals(current.getLabels(), former.getLabels())
                || !Objects.equals(current.getAnnotations(), former.getAnnotations())
                || !Objects.equals(current.getFinalizers(), former.getFinalizers())
                || !Objects.equals(current.getDeletionTimestamp(), former.getDeletionTimestamp())
                || !Objects.equals(current.getUid(), former.getUid())
                || !UndecodableObject.of(now).equals(UndecodableObject.of(before));
    }

    /** Prevents new steps; running steps may finish. */
    void deactivate() {
        active.set(false);
    }

    @Override
    public void close() {
        deactivate();
        pendingWatches.ifPresent(Thread::interrupt);
        operator.stop();
        // The SDK does not shut this executor down, and its threads would keep the instance and its caches in memory.
        operator.getConfigurationService()
                .getExecutorServiceManager()
                .scheduledExecutorService()
                .shutdownNow();
    }
}
