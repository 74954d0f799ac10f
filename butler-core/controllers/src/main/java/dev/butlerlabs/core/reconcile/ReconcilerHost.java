package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs reconciliations against a Kubernetes API until it is closed. Survives restarts of the API. Installs no signal handler, never ends
 * the process, and does not close the client. Thread-safe.
 */
public final class ReconcilerHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcilerHost.class);
    private static final Duration MARGIN = Duration.ofSeconds(5);
    /** If a run lasted this long, the next broken watch does not count as a repetition. */
    private static final Duration LONG_TERM = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final KubernetesClient lenient;
    private final List<ReconcilerDefinition<?, ?, ?>> reconciliations;
    private final ReconcilerHostOptions options;
    /** Runs start and stop on this thread only, so that there is never more than one. */
    private final ExecutorService supervisor = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("reconciler-host").factory());

    private volatile Optional<OperatorRun> term = Optional.empty();
    /** The run whose informers were started last, even if they have not synced yet. */
    private volatile Optional<OperatorRun> starting = Optional.empty();

    private volatile boolean wanted;
    private volatile Optional<LeaseElector> elector = Optional.empty();
    private volatile long beganAt;
    private int breaks;

    private ReconcilerHost(
            KubernetesClient client,
            List<ReconcilerDefinition<?, ?, ?>> reconciliations,
            ReconcilerHostOptions options) {
        this.client = client;
        this.lenient = LenientDecoder.over(client);
        this.reconciliations = List.copyOf(reconciliations);
        this.options = options;
    }

    /**
     * Starts the host after checking that the API is reachable and serves the resource types. Without leader election the reconciliations
     * run when this method returns, otherwise as soon as the lease is acquired.
     *
     * @throws ButlerException if the API is not reachable, or with NOT_FOUND if a CRD is not installed
     */
    public static ReconcilerHost start(
            KubernetesClient client,
            List<ReconcilerDefinition<?, ?, ?>> reconciliations,
            ReconcilerHostOptions options) {
        if (reconciliations.isEmpty()) {
            throw new IllegalArgumentException("no reconciliations given");
        }
        ReconcilerHost host = new ReconcilerHost(client, reconciliations, options);
        try {
            reconciliations.forEach(reconciliation -> host.requireServed(reconciliation.kind()));
            host.begin();
            return host;
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
    }

    /** Returns whether the reconciliations are running and not waiting for the lease. */
    public boolean isActive() {
        return term.isPresent();
    }

    /**
     * Returns the informers that have not synced, by resource. Empty while another process holds the lease, since this one has no informers
     * then.
     */
    public List<String> unsynced() {
        if (!wanted) {
            return List.of();
        }
        return starting.map(OperatorRun::unsynced)
                .orElseGet(() -> reconciliations.stream()
                        .map(one -> HasMetadata.getFullResourceName(one.kind()))
                        .toList());
    }

    /** Returns the number of objects that are not reconciled because they cannot be decoded, by resource; zeros are included. */
    public SortedMap<String, Long> undecodable() {
        return starting.map(OperatorRun::undecodable).orElseGet(TreeMap::new);
    }

    /** Returns whether this process holds the lease, even if its reconcilers are still starting; true without leader election. */
    public boolean isLeading() {
        return options.leaderElection().isEmpty()
                ? isActive()
                : elector.map(LeaseElector::isHeld).orElse(false);
    }

    private void requireServed(Class<? extends CustomResource<?, ?>> kind) {
        String name = HasMetadata.getFullResourceName(kind);
        KubeErrorMapper.translating("listing " + name, () -> {
            try {
                return list(kind, new ListOptionsBuilder().withLimit(1L).build());
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    throw new ButlerException(
                            ErrorCode.NOT_FOUND,
                            "The Kubernetes API does not serve %s.".formatted(name),
                            "Install the custom resource definitions first.",
                            List.of(),
                            e);
                }
                throw e;
            }
        });
    }

    private <R extends CustomResource<?, ?>> Object list(Class<R> kind, ListOptions few) {
        boolean everywhere = options.namespaces().isEmpty() || !Namespaced.class.isAssignableFrom(kind);
        return everywhere
                ? lenient.resources(kind).inAnyNamespace().list(few)
                : lenient.resources(kind)
                        .inNamespace(options.namespaces().iterator().next())
                        .list(few);
    }

    private void begin() {
        if (options.leaderElection().isEmpty()) {
            wanted = true;
            await(supervisor.submit(this::beginTerm));
            return;
        }
        elector = options.leaderElection()
                .map(election -> new LeaseElector(client, election, options.clock(), this::won, this::lost));
    }

    private void won() {
        LOG.info("Lease acquired; starting the reconcilers");
        wanted = true;
        submit(this::beginTermOrRetry);
    }

    private void lost() {
        LOG.info("Lease lost; stopping the reconcilers");
        wanted = false;
        term.ifPresent(OperatorRun::deactivate);
        submit(this::endTerm);
    }

    private void beginTerm() {
        if (wanted && term.isEmpty()) {
            AtomicBoolean told = new AtomicBoolean();
            OperatorRun begun = OperatorRun.start(client, reconciliations, options, grace(), this::observe, failure -> {
                if (told.compareAndSet(false, true)) {
                    broken(failure);
                }
            });
            beganAt = System.nanoTime();
            term = Optional.of(begun);
            if (!wanted) {
                begun.deactivate();
            }
        }
    }

    private void observe(OperatorRun one) {
        starting = Optional.of(one);
    }

    private void beginTermOrRetry() {
        for (int attempt = 1; wanted && term.isEmpty(); attempt++) {
            try {
                if (options.startCondition().getAsBoolean()) {
                    beginTerm();
                } else {
                    rest(options.pendingWatches());
                }
            } catch (RuntimeException e) {
                LOG.warn("Cannot start the reconcilers; retrying", e);
                rest(options.retries().delay(attempt));
            }
        }
    }

    private void rest(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            wanted = false;
        }
    }

    /** Restarts with empty caches after a watch has ended permanently. */
    private void broken(Throwable failure) {
        if (wanted) {
            LOG.warn("A watch failed; restarting the reconcilers: {}", failure.toString());
            LOG.debug("Cause of the failed watch", failure);
            submit(this::startOver);
        }
    }

    private void startOver() {
        breaks = System.nanoTime() - beganAt > LONG_TERM.toNanos() ? 1 : breaks + 1;
        endTerm();
        rest(options.retries().delay(breaks));
        beginTermOrRetry();
    }

    private void endTerm() {
        Optional<OperatorRun> ending = term;
        term = Optional.empty();
        starting = Optional.empty();
        ending.ifPresent(OperatorRun::close);
    }

    /** A leader that lost its lease must stop before the next one may start. */
    private Duration grace() {
        return options.leaderElection()
                .map(election ->
                        election.leaseDuration().minus(election.renewDeadline()).dividedBy(2))
                .filter(shorter -> shorter.compareTo(options.shutdownGrace()) < 0)
                .orElse(options.shutdownGrace());
    }

    private void submit(Runnable task) {
        try {
            supervisor.execute(task);
        } catch (RejectedExecutionException closing) {
            LOG.debug("The host is already closing");
        }
    }

    private static void await(Future<?> task) {
        try {
            task.get();
        } catch (ExecutionException e) {
            throw KubeErrorMapper.translate("starting the reconcilers", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubeErrorMapper.translate("starting the reconcilers", e);
        }
    }

    /** Stops the reconciliations: running steps may finish within the grace period, then they are interrupted. Releases the lease. */
    @Override
    public void close() {
        wanted = false;
        term.ifPresent(OperatorRun::deactivate);
        submit(this::endTerm);
        supervisor.shutdown();
        try {
            if (!supervisor.awaitTermination(grace().plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS)) {
                supervisor.shutdownNow();
            }
        } catch (InterruptedException e) {
            supervisor.shutdownNow();
            Thread.currentThread().interrupt();
        }
        elector.ifPresent(LeaseElector::close);
    }
}
