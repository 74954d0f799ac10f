package dev.butlerlabs.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Uses an infrastructure as a reconciler would, only at once: looks, does what is missing, and tries again what may pass. */
final class Hand {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final int MOST_TRIES = 200;

    /** Lasting failures that an ordered fault brings about, which heal when it is used up. */
    private static final Set<ErrorCode> ORDERED =
            EnumSet.of(ErrorCode.UNAUTHENTICATED, ErrorCode.FORBIDDEN, ErrorCode.QUOTA);

    private final ConnectedInfrastructure infrastructure;
    private final boolean disturbed;

    /** @param disturbed whether faults were ordered, so that failures of their kind are no surprise */
    Hand(ConnectedInfrastructure infrastructure, boolean disturbed) {
        this.infrastructure = infrastructure;
        this.disturbed = disturbed;
    }

    ConnectedInfrastructure infrastructure() {
        return infrastructure;
    }

    static MachineSpec spec(String name, OwnerId owner) {
        return spec(name, owner, "machine:\n  type: controlplane # " + name + "\n");
    }

    static MachineSpec spec(String name, OwnerId owner, String userData) {
        return MachineSpecBuilder.builder()
                .id(new MachineId(name, owner))
                .role(MachineRole.CONTROL_PLANE)
                .cpu(2)
                .memoryMiB(4096)
                .diskGiB(20)
                .extraDisks(List.of(new ExtraDisk(10, null)))
                .image(Optional.empty())
                .userData(Optional.of(new SensitiveText(userData)))
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of("purpose", "contract"))
                .build();
    }

    /** Asks until there is an answer; what passes is tried again, and what is ordered heals. */
    <T> T insist(Supplier<T> question) {
        ButlerException last = null;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                return question.get();
            } catch (ButlerException e) {
                boolean forgivable = FailureClassifier.of(e) == FailureClassifier.PASSING
                        || (disturbed && ORDERED.contains(e.code()));
                if (!forgivable) {
                    throw e;
                }
                last = e;
                pause();
            }
        }
        throw new AssertionError("tried " + MOST_TRIES + " times in vain", last);
    }

    MachineState observe(MachineId id) {
        return insist(() -> infrastructure.machines().observe(id));
    }

    MachineState.Running run(MachineSpec spec) {
        MachineState[] seen = new MachineState[1];
        await("machine %s to run".formatted(spec.id().name()), () -> {
            seen[0] = observe(spec.id());
            if (seen[0] instanceof MachineState.Absent) {
                seen[0] = insist(() -> infrastructure.machines().create(spec));
            }
            return seen[0] instanceof MachineState.Running;
        });
        return (MachineState.Running) seen[0];
    }

    void remove(MachineId id) {
        await("machine %s to go".formatted(id.name()), () -> {
            if (observe(id) instanceof MachineState.Absent) {
                return true;
            }
            delete(id);
            return false;
        });
    }

    void delete(MachineId id) {
        insist(() -> {
            infrastructure.machines().delete(id);
            return true;
        });
    }

    static void await(String what, BooleanSupplier met) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!met.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long for " + what).isLessThan(deadline);
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
