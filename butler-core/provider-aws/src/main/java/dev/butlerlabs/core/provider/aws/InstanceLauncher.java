package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** Launches an instance in the zone of the machine or, if that has no capacity, in another one. */
final class InstanceLauncher {
    /** Maximum number of terminated instances of one machine within the time that EC2 remembers its tokens. */
    private static final int MOST_ATTEMPTS = 20;

    private final Ec2Client ec2;
    private final AwsSettings settings;
    private final AmiResolver images;
    private final SubnetResolver network;

    InstanceLauncher(Ec2Client ec2, AwsSettings settings, AmiResolver images, SubnetResolver network) {
        this.ec2 = ec2;
        this.settings = settings;
        this.images = images;
        this.network = network;
    }

    Instance launch(MachineSpec spec) {
        Image image = images.require(spec.image());
        Ec2Exception full = null;
        for (Subnet subnet : network.subnets().inOrderFor(spec.id().name(), spec.zone())) {
            try {
                return run(LaunchRequestFactory.of(spec, settings, image, subnet.subnetId()));
            } catch (Ec2Exception e) {
                if (!AwsErrorClassification.isNoRoomInZone(AwsErrorMapper.code(e))) {
                    throw AwsErrorMapper.refused(purpose(spec.id().name()), e);
                }
                full = e;
            }
        }
        throw AwsErrorMapper.refused(purpose(spec.id().name()), full);
    }

    private Instance run(LaunchRequestFactory launch) {
        ClientToken token = ClientToken.first(launch);
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Instance answered = run(launch, token);
            if (!MachineInstanceGroup.isOver(answered)) {
                return answered;
            }
            token = token.after(answered.instanceId());
        }
        throw new ButlerException(
                ErrorCode.CONFLICT,
                "%s was created and terminated %d times within a day."
                        .formatted(launch.id().name(), MOST_ATTEMPTS),
                "Check the state transition reasons of the terminated instances in EC2.");
    }

    private Instance run(LaunchRequestFactory launch, ClientToken token) {
        try {
            return ec2.runInstances(launch.request().clientToken(token.value()).build())
                    .instances()
                    .getFirst();
        } catch (Ec2Exception e) {
            throw e;
        } catch (SdkException e) {
            throw AwsErrorMapper.unanswered(purpose(launch.id().name()), e);
        }
    }

    private static String purpose(String machine) {
        return "create the instance " + machine;
    }
}
