package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.StateReason;
import software.amazon.awssdk.services.ec2.model.Volume;

/** Manages EC2 instances as machines. Terminated instances are ignored, even while EC2 still lists them. */
final class AwsMachineOperations implements MachineOperations {
    private final Ec2InstanceClient instances;
    private final OrphanedVolumeAndNicCleaner leftovers;
    private final InstanceLauncher launcher;
    private final Clock clock;

    AwsMachineOperations(
            Ec2InstanceClient instances,
            OrphanedVolumeAndNicCleaner leftovers,
            InstanceLauncher launcher,
            Clock clock) {
        this.instances = instances;
        this.leftovers = leftovers;
        this.launcher = launcher;
        this.clock = clock;
    }

    @Override
    public MachineState observe(MachineId id) {
        MachineInstanceGroup fleet = instances.of(id);
        return fleet.oldest()
                .or(fleet::shuttingDown)
                .map(Ec2InstanceStateMapper::of)
                .orElseGet(() -> leftovers.state(id, fleet));
    }

    @Override
    public MachineState create(MachineSpec spec) {
        MachineInstanceGroup fleet = instances.of(spec.id());
        Optional<Instance> made = fleet.oldest();
        if (made.isPresent()) {
            fleet.younger().forEach(instances::terminate);
            return Ec2InstanceStateMapper.of(made.get());
        }
        refuseForeign(spec.id());
        fleet.failedLaunch(clock.instant()).ifPresent(AwsMachineOperations::refuseAnother);
        return Ec2InstanceStateMapper.of(launcher.launch(spec));
    }

    private void refuseForeign(MachineId id) {
        instances.named(Set.of(id.name())).stream()
                .filter(instance -> !OwnershipTagMapper.isOf(id, instance.tags()))
                .findFirst()
                .ifPresent(foreign -> {
                    throw new ButlerException(
                            ErrorCode.FOREIGN_RESOURCE,
                            "The instance %s has the name %s and does not belong to this cluster."
                                    .formatted(foreign.instanceId(), id.name()));
                });
    }

    private static void refuseAnother(Instance failed) {
        StateReason reason = failed.stateReason();
        AwsErrorClassification refusal = AwsErrorClassification.of(reason.code(), 500);
        throw new ButlerException(
                refusal.code(),
                "EC2 terminated the instance %s during launch: %s".formatted(failed.instanceId(), reason.message()),
                refusal.hint());
    }

    @Override
    public void delete(MachineId id) {
        MachineInstanceGroup fleet = instances.of(id);
        List<Volume> volumes = leftovers.volumes(OwnershipTagMapper.filters(id));
        fleet.living().forEach(instance -> end(instance, volumes));
        leftovers.unlisted(id, fleet, volumes).ifPresent(instance -> end(instance, volumes));
        leftovers.remove(id, volumes);
    }

    private void end(Instance instance, List<Volume> volumes) {
        leftovers.bind(instance, volumes);
        instances.terminate(instance);
    }
}
