package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.LenientDecoding;
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
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs reconciliations against a Kubernetes API until it is closed. It outlives restarts of that API. It installs no signal handler
 * and never ends the process; the client stays the caller's.
 */
public final class ReconcilerHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcilerHost.class);
    private static final Duration MARGIN = Duration.ofSeconds(5);
    /** A term that lasted so long was a good one; the next break is not counted as a repetition. */
    private static final Duration LONG_TERM = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final KubernetesClient lenient;
    private final List<Reconciliation<?, ?, ?>> reconciliations;
    private final HostOptions options;
    /** Terms begin and end on this one thread, so that there is never more than one. */
    private final ExecutorService supervisor = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("reconciler-host").factory());

    private volatile Optional<Term> term = Optional.empty();
    /** The term whose informers were started last, also while they still synchronize. */
    private volatile Optional<Term> starting = Optional.empty();

    private volatile boolean wanted;
    private volatile Optional<Elector> elector = Optional.empty();
    private volatile long beganAt;
    private int breaks;

    private ReconcilerHost(
            KubernetesClient client, List<Reconciliation<?, ?, ?>> reconciliations, HostOptions options) {
        this.client = client;
        this.lenient = LenientDecoding.over(client);
        this.reconciliations = List.copyOf(reconciliations);
        this.options = options;
    }

    /**
     * Starts, after making sure that the API answers and knows the kinds. Without leader election the reconciliations run when this
     * returns; with it, as soon as the lease is won.
     */
    public static ReconcilerHost start(
            KubernetesClient client, List<Reconciliation<?, ?, ?>> reconciliations, HostOptions options) {
        if (reconciliations.isEmpty()) {
            throw new IllegalArgumentException("nothing to reconcile");
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

    /** Whether the reconciliations run now, rather than wait for the lease. */
    public boolean isActive() {
        return term.isPresent();
    }

    /**
     * Returns the informers that have not synced, by the resource they are of. Empty also while another process holds the lease, since
     * this one has no informers then.
     */
    public List<String> unsynced() {
        if (!wanted) {
            return List.of();
        }
        return starting.map(Term::unsynced)
                .orElseGet(() -> reconciliations.stream()
                        .map(one -> HasMetadata.getFullResourceName(one.kind()))
                        .toList());
    }

    /** Returns the number of objects that are not reconciled because they cannot be decoded, by resource; zeros are included. */
    public SortedMap<String, Long> undecodable() {
        return starting.map(Term::undecodable).orElseGet(TreeMap::new);
    }

    /** Reports whether this process holds the lease, also while its reconcilers are still starting; true without leader election. */
    public boolean isLeading() {
        return options.leaderElection().isEmpty()
                ? isActive()
                : elector.map(Elector::isHeld).orElse(false);
    }

    private void requireServed(Class<? extends CustomResource<?, ?>> kind) {
        String name = HasMetadata.getFullResourceName(kind);
        KubeErrors.translating("listing " + name, () -> {
            try {
                return list(kind, new ListOptionsBuilder().withLimit(1L).build());
            } catch (RuntimeException e) {
                if (KubeErrors.isNotFound(e)) {
                    throw new ButlerException(
                            ErrorCode.NOT_FOUND,
                            "The Kubernetes API does not know %s.".formatted(name),
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
                .map(election -> new Elector(client, election, options.clock(), this::won, this::lost));
    }

    private void won() {
        LOG.info("Leading: this process reconciles from now on");
        wanted = true;
        submit(this::beginTermOrRetry);
    }

    private void lost() {
        LOG.info("Not leading any more");
        wanted = false;
        term.ifPresent(Term::deactivate);
        submit(this::endTerm);
    }

    private void beginTerm() {
        if (wanted && term.isEmpty()) {
            AtomicBoolean told = new AtomicBoolean();
            Term begun = Term.start(client, reconciliations, options, grace(), this::observe, failure -> {
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

    private void observe(Term one) {
        starting = Optional.of(one);
    }

    private void beginTermOrRetry() {
        for (int attempt = 1; wanted && term.isEmpty(); attempt++) {
            try {
                beginTerm();
            } catch (RuntimeException e) {
                LOG.warn("Reconcilers could not start; trying again", e);
                rest(attempt);
            }
        }
    }

    private void rest(int attempt) {
        try {
            Thread.sleep(options.backoff().delay(attempt, RandomGenerator.getDefault()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            wanted = false;
        }
    }

    /** A watch ended for good, as when an object cannot be read: start over, with all caches anew. */
    private void broken(Throwable failure) {
        if (wanted) {
            LOG.warn("A watch broke; the reconcilers start over: {}", failure.toString());
            LOG.debug("What broke the watch", failure);
            submit(this::startOver);
        }
    }

    private void startOver() {
        breaks = System.nanoTime() - beganAt > LONG_TERM.toNanos() ? 1 : breaks + 1;
        endTerm();
        rest(breaks);
        beginTermOrRetry();
    }

    private void endTerm() {
        Optional<Term> ending = term;
        term = Optional.empty();
        starting = Optional.empty();
        ending.ifPresent(Term::close);
    }

    /** A leader that lost its lease must be silent before the next one may speak. */
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
            LOG.debug("The host is closing already");
        }
    }

    private static void await(Future<?> task) {
        try {
            task.get();
        } catch (ExecutionException e) {
            throw KubeErrors.translate("starting the reconcilers", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubeErrors.translate("starting the reconcilers", e);
        }
    }

    /** Lets running steps end within the grace time, interrupts the rest, and gives the lease back. */
    @Override
    public void close() {
        wanted = false;
        term.ifPresent(Term::deactivate);
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
        elector.ifPresent(Elector::close);
    }
}
