package dev.butlerlabs.sim.contract;

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
import dev.butlerlabs.core.testing.TestAwait;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Uses an infrastructure as a reconciler would, only at once: looks, does what is missing, and tries again what may pass. */
final class Hand {
    static final Duration LIMIT = Duration.ofSeconds(60);

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

    boolean isDisturbed() {
        return disturbed;
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

    /** Calls until there is a result. Passing failures are retried, and failures of ordered faults heal. */
    <T> T insist(Supplier<T> call) {
        return TestAwait.upTo(LIMIT, "a successful call")
                .ignoreExceptionsMatching(this::isForgivable)
                .until(call::get, _ -> true);
    }

    private boolean isForgivable(Throwable failure) {
        return failure instanceof ButlerException e
                && (FailureClassifier.of(e) == FailureClassifier.PASSING || (disturbed && ORDERED.contains(e.code())));
    }

    MachineState observe(MachineId id) {
        return insist(() -> infrastructure.machines().observe(id));
    }

    MachineState.Running run(MachineSpec spec) {
        MachineState[] seen = new MachineState[1];
        TestAwait.upTo(LIMIT, "machine %s running".formatted(spec.id().name())).until(() -> {
            seen[0] = observe(spec.id());
            if (isToBeCreated(seen[0])) {
                seen[0] = insist(() -> infrastructure.machines().create(spec));
            }
            return seen[0] instanceof MachineState.Running;
        });
        return (MachineState.Running) seen[0];
    }

    /** Whether it does not exist, or only parts of it, which a repeated request completes. */
    private static boolean isToBeCreated(MachineState state) {
        return state instanceof MachineState.Absent
                || (state instanceof MachineState.Starting starting
                        && starting.providerId().isEmpty());
    }

    void remove(MachineId id) {
        TestAwait.upTo(LIMIT, "machine %s deleted".formatted(id.name())).until(() -> {
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
}
