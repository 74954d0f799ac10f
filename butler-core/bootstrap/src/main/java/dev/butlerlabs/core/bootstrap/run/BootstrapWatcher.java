package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapPhase;
import dev.butlerlabs.core.api.ClusterBootstrapStatus;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reports the progress of a bootstrap and returns when it is ready. Throws if it fails or exceeds its time limit. */
final class BootstrapWatcher {
    private static final long LOOK_MILLIS = 500;

    private final StepProgress steps;
    private final Clock clock;
    private final RunTimeouts tempo;
    private final Runnable requirement;

    /** @param requirement throws if the run must not continue; called at least twice a second */
    BootstrapWatcher(ProgressReporter progress, Clock clock, RunTimeouts tempo, Runnable requirement) {
        this.requirement = requirement;
        this.steps = new StepProgress(progress, clock);
        this.clock = clock;
        this.tempo = tempo;
    }

    ClusterBootstrap follow(KubernetesClient client, ClusterBootstrap wanted) {
        BlockingQueue<ClusterBootstrap> seen = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<ClusterBootstrap> _ = client.resources(ClusterBootstrap.class)
                        .inNamespace(wanted.getMetadata().getNamespace())
                        .withName(wanted.getMetadata().getName())
                        .inform(into(seen));
                EngineHealthCheck healthCheck = new EngineHealthCheck(client, clock, tempo.secondLook())) {
            return await(seen, wanted, healthCheck);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(
                    ErrorCode.CANCELLED, "Bootstrap interrupted. Run the command again to resume.", e);
        }
    }

    private static ResourceEventHandler<ClusterBootstrap> into(BlockingQueue<ClusterBootstrap> seen) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(ClusterBootstrap found) {
                seen.add(found);
            }

            @Override
            public void onUpdate(ClusterBootstrap before, ClusterBootstrap after) {
                seen.add(after);
            }

            @Override
            public void onDelete(ClusterBootstrap gone, boolean unknown) {
                gone.getMetadata().setDeletionTimestamp("gone");
                seen.add(gone);
            }
        };
    }

    private ClusterBootstrap await(
            BlockingQueue<ClusterBootstrap> seen, ClusterBootstrap wanted, EngineHealthCheck healthCheck)
            throws InterruptedException {
        Instant began = clock.instant();
        ClusterBootstrap latest = wanted;
        while (true) {
            ClusterBootstrap next = seen.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            requirement.run();
            latest = next == null ? latest : next;
            if (next != null) {
                steps.tell(next);
            }
            if (isOver(latest, wanted, began)) {
                return latest;
            }
            requireTime(began);
            healthCheck.check(next != null);
        }
    }

    private boolean isOver(ClusterBootstrap latest, ClusterBootstrap wanted, Instant began) {
        if (latest.isMarkedForDeletion()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "ClusterBootstrap %s is being deleted."
                            .formatted(latest.getMetadata().getName()),
                    "Wait until it is deleted, then run the command again.");
        }
        Optional<ClusterBootstrapStatus> status = Optional.ofNullable(latest.getStatus())
                .filter(one -> Objects.equals(
                        one.observedGeneration(), wanted.getMetadata().getGeneration()));
        status.filter(one -> ClusterBootstrapPhase.FAILED.word().equals(one.phase()))
                .filter(one -> isOfThisRun(latest, wanted, began))
                .ifPresent(BootstrapWatcher::fail);
        return status.filter(one -> ClusterBootstrapPhase.READY.word().equals(one.phase()))
                .isPresent();
    }

    /**
     * Returns whether a failure belongs to this run. A failure of an earlier run may be fixed by now, so the reconcilers get time to check
     * again.
     */
    private boolean isOfThisRun(ClusterBootstrap latest, ClusterBootstrap wanted, Instant began) {
        boolean written = !Objects.equals(
                latest.getMetadata().getResourceVersion(), wanted.getMetadata().getResourceVersion());
        return written || clock.instant().isAfter(began.plus(tempo.secondLook()));
    }

    private static void fail(ClusterBootstrapStatus status) {
        throw new ButlerException(
                ErrorCode.BOOTSTRAP_FAILED, "%s: %s".formatted(status.failureReason(), status.failureMessage()));
    }

    private void requireTime(Instant began) {
        Instant now = clock.instant();
        if (now.isAfter(began.plus(tempo.limit()))) {
            throw overdue("The bootstrap did not finish within %s, the time limit of the run (--timeout)."
                    .formatted(words(tempo.limit())));
        }
        steps.awaited().ifPresent(step -> {
            Duration limit = StepTimeouts.of(step.name(), tempo.limit());
            if (now.isAfter(step.since().plus(limit))) {
                throw overdue("%s took longer than %s, its share of the time limit of %s (--timeout)."
                        .formatted(step.title(), words(limit), words(tempo.limit())));
            }
        });
    }

    private static String words(Duration time) {
        return time.toMinutes() > 1 ? time.toMinutes() + " minutes" : time.toSeconds() + " seconds";
    }

    private ButlerException overdue(String sentence) {
        return new ButlerException(ErrorCode.TIMEOUT, "%s Last status: %s".formatted(sentence, steps.lastSeen()));
    }
}
