package dev.butlerlabs.core.bootstrap.cleanup;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.retry.CallRetrier;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Deletes all resources of one owner from an infrastructure, by their ownership tags, and verifies the result. Needs no local state, so it
 * also works if everything else is lost. Idempotent: repeat it after an interruption. Not thread-safe.
 */
public final class OwnedResourceDestroyer {
    /** Requests in flight when their sender died may still create resources, so an empty result must be confirmed. */
    private static final int QUIET_LOOKS = 2;

    /** What the providers call their machines. */
    private static final Set<String> MACHINES = Set.of("virtual machine", "instance", "container");

    private static final String INTERRUPTED =
            "Interrupted while deleting resources; those not deleted yet are kept. Run the command again to resume.";

    private final ConnectedInfrastructure infrastructure;
    private final ProgressReporter progress;
    private final Clock clock;
    private final Duration poll;
    private final Duration limit;

    public OwnedResourceDestroyer(
            ConnectedInfrastructure infrastructure,
            ProgressReporter progress,
            Clock clock,
            Duration poll,
            Duration limit) {
        this.infrastructure = infrastructure;
        this.progress = progress;
        this.clock = clock;
        this.poll = poll;
        this.limit = limit;
    }

    /**
     * Deletes all resources of an owner.
     *
     * @return the result, which may list remaining resources if the time limit is exceeded
     * @throws ButlerException if the infrastructure rejects a request, or with CANCELLED if the thread is interrupted
     */
    public DeletionReceipt destroy(OwnerId owner) {
        ProgressStep step = progress.start("Removed", "Deleting the resources of %s".formatted(owner));
        Instant deadline = clock.instant().plus(limit);
        List<OwnedResource> marked = insist(step, deadline, infrastructure::owned);
        Set<OwnedResource> seen = new LinkedHashSet<>(of(owner, marked, true));
        List<OwnedResource> left = new ArrayList<>(seen);
        Set<OwnedResource> deleting = new LinkedHashSet<>();
        int quiet = 0;
        while (quiet < QUIET_LOOKS && clock.instant().isBefore(deadline)) {
            for (OwnedResource resource : left) {
                insist(step, deadline, () -> {
                    infrastructure.remove(resource);
                    return resource;
                });
            }
            reportDeleting(left, deleting);
            left = of(owner, insist(step, deadline, infrastructure::owned), true);
            seen.addAll(left);
            reportDeleted(deleting, left);
            quiet = left.isEmpty() ? quiet + 1 : 0;
            if (quiet < QUIET_LOOKS) {
                step.waiting(left.isEmpty() ? "0 resources remaining; checking again" : awaited(left));
                pause();
            }
        }
        List<OwnedResource> atLast = insist(step, deadline.plus(poll), infrastructure::owned);
        DeletionReceipt receipt = new DeletionReceipt(
                owner,
                List.copyOf(seen),
                of(owner, atLast, true),
                new DeletionReceipt.Others(of(owner, marked, false), of(owner, atLast, false)));
        step.done("%d resources deleted".formatted(receipt.removed().size()));
        return receipt;
    }

    /** Reports the machines among the resources. */
    private void reportDeleting(List<OwnedResource> resources, Set<OwnedResource> deleting) {
        resources.stream()
                .filter(resource -> MACHINES.contains(resource.type()))
                .filter(deleting::add)
                .forEach(resource -> progress.machine(resource.name(), "", ResourceState.DELETING, ""));
    }

    private void reportDeleted(Set<OwnedResource> deleting, List<OwnedResource> left) {
        deleting.removeIf(resource -> {
            boolean isGone = !left.contains(resource);
            if (isGone) {
                progress.machine(resource.name(), "", ResourceState.DELETED, "");
            }
            return isGone;
        });
    }

    /**
     * Returns the owner of a machine by its ownership tag, never by a part of the name.
     *
     * @throws ButlerException with CONFLICT if machines of this name belong to several owners
     */
    public Optional<OwnerId> ownerOf(String machine) {
        List<OwnerId> owners = infrastructure.owned().stream()
                .filter(resource -> resource.name().equals(machine))
                .map(OwnedResource::owner)
                .distinct()
                .toList();
        if (owners.size() > 1) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Machines named %s belong to several owners: %s.".formatted(machine, owners),
                    "Select one with --owner.");
        }
        return owners.stream().findFirst();
    }

    private static List<OwnedResource> of(OwnerId owner, List<OwnedResource> marked, boolean same) {
        return marked.stream()
                .filter(resource -> resource.owner().equals(owner) == same)
                .toList();
    }

    private static String awaited(List<OwnedResource> left) {
        return "%d resources remaining, such as %s".formatted(left.size(), left.getFirst());
    }

    /** Retries transient failures until the deadline. */
    private <T> T insist(ProgressStep step, Instant deadline, Supplier<T> question) {
        Duration remaining = Duration.between(clock.instant(), deadline);
        CallRetryPolicy policy = CallRetryPolicy.on(FailureClassifier::isTransient)
                .withPause(poll)
                // A call that fails right before the deadline is repeated once.
                .within(remaining.plus(poll));
        return new CallRetrier(policy, clock, Sleeper.SYSTEM, INTERRUPTED)
                .call(question, failure -> step.waiting(failure.getMessage()));
    }

    private void pause() {
        Sleeper.SYSTEM.pause(poll, INTERRUPTED);
    }
}
