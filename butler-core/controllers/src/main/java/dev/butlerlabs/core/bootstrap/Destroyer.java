package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.Trouble;
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
 * Removes everything of one owner from an infrastructure, by the marks alone, and reads back what is left. Needs no state of any
 * kind, so it also works when everything else is lost.
 */
public final class Destroyer {
    /** Requests that were under way when their sender died may still bring something about. */
    private static final int QUIET_LOOKS = 2;

    private final Infrastructure infrastructure;
    private final ProgressReporter progress;
    private final Clock clock;
    private final Duration poll;
    private final Duration limit;

    public Destroyer(
            Infrastructure infrastructure, ProgressReporter progress, Clock clock, Duration poll, Duration limit) {
        this.infrastructure = infrastructure;
        this.progress = progress;
        this.clock = clock;
        this.poll = poll;
        this.limit = limit;
    }

    public Receipt destroy(OwnerId owner) {
        ProgressStep step = progress.start("Removed", "Removing what %s owns".formatted(owner));
        Instant deadline = clock.instant().plus(limit);
        List<OwnedResource> marked = insist(step, deadline, infrastructure::owned);
        Set<OwnedResource> seen = new LinkedHashSet<>(of(owner, marked, true));
        List<OwnedResource> left = new ArrayList<>(seen);
        int quiet = 0;
        while (quiet < QUIET_LOOKS && clock.instant().isBefore(deadline)) {
            for (OwnedResource resource : left) {
                insist(step, deadline, () -> {
                    infrastructure.remove(resource);
                    return resource;
                });
            }
            left = of(owner, insist(step, deadline, infrastructure::owned), true);
            seen.addAll(left);
            quiet = left.isEmpty() ? quiet + 1 : 0;
            if (quiet < QUIET_LOOKS) {
                step.waiting(left.isEmpty() ? "nothing is left; looking once more" : awaited(left));
                pause();
            }
        }
        List<OwnedResource> atLast = insist(step, deadline.plus(poll), infrastructure::owned);
        Receipt receipt = new Receipt(
                owner,
                List.copyOf(seen),
                of(owner, atLast, true),
                new Receipt.Others(of(owner, marked, false), of(owner, atLast, false)));
        step.done("%d removed".formatted(receipt.removed().size()));
        return receipt;
    }

    /** The one owner of a machine of this name; by the mark, never by a part of a name. */
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
                    "Name the one that is meant with --owner.");
        }
        return owners.stream().findFirst();
    }

    private static List<OwnedResource> of(OwnerId owner, List<OwnedResource> marked, boolean same) {
        return marked.stream()
                .filter(resource -> resource.owner().equals(owner) == same)
                .toList();
    }

    private static String awaited(List<OwnedResource> left) {
        return "%d left, such as %s".formatted(left.size(), left.getFirst());
    }

    /** Trouble that passes is waited out until the deadline. */
    private <T> T insist(ProgressStep step, Instant deadline, Supplier<T> question) {
        while (true) {
            try {
                return question.get();
            } catch (ButlerException e) {
                if (Trouble.of(e) == Trouble.LASTING || clock.instant().isAfter(deadline)) {
                    throw e;
                }
                step.waiting(e.getMessage());
                pause();
            }
        }
    }

    private void pause() {
        try {
            Thread.sleep(poll);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(
                    ErrorCode.CANCELLED, "The removal was interrupted; run the command again to go on.", e);
        }
    }
}
