package dev.butlerlabs.core.provider.aws;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

/** All instances of one machine that EC2 lists, oldest first: one current instance or none, and terminated ones. */
record MachineInstanceGroup(List<Instance> all) {
    private static final Duration LATELY = Duration.ofMinutes(5);

    /** Reasons for which EC2 terminates an instance during launch. */
    private static final Set<String> FAILED_LAUNCH = Set.of(
            "Client.VolumeLimitExceeded",
            "Client.InternalError",
            "Client.InvalidSnapshot.NotFound",
            "Server.InternalError",
            "Server.InsufficientInstanceCapacity");

    MachineInstanceGroup {
        all = all.stream()
                .sorted(Comparator.comparing(MachineInstanceGroup::launchTime).thenComparing(Instance::instanceId))
                .toList();
    }

    private static Instant launchTime(Instance instance) {
        return instance.launchTime() == null ? Instant.EPOCH : instance.launchTime();
    }

    static boolean isOver(Instance instance) {
        return isIn(instance, InstanceStateName.TERMINATED) || isIn(instance, InstanceStateName.SHUTTING_DOWN);
    }

    private static boolean isIn(Instance instance, InstanceStateName state) {
        return instance.state() != null && instance.state().name() == state;
    }

    List<Instance> living() {
        return all.stream().filter(instance -> !isOver(instance)).toList();
    }

    Optional<Instance> oldest() {
        return living().stream().findFirst();
    }

    List<Instance> younger() {
        return living().stream().skip(1).toList();
    }

    Optional<Instance> shuttingDown() {
        return all.stream()
                .filter(instance -> isIn(instance, InstanceStateName.SHUTTING_DOWN))
                .findFirst();
    }

    boolean has(String instanceId) {
        return all.stream().anyMatch(instance -> instance.instanceId().equals(instanceId));
    }

    /** Returns the last instance if EC2 terminated it during launch. Another one would fail in the same way. */
    Optional<Instance> failedLaunch(Instant now) {
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(all.getLast())
                        .filter(last -> last.stateReason() != null
                                && FAILED_LAUNCH.contains(
                                        String.valueOf(last.stateReason().code()))
                                && launchTime(last).plus(LATELY).isAfter(now));
    }
}
