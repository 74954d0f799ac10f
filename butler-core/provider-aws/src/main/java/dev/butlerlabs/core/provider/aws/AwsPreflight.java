package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.sts.model.GetCallerIdentityResponse;

/** Runs preflight checks before the first machine is created. */
final class AwsPreflight {
    private static final String WOULD_HAVE_WORKED = "DryRunOperation";

    private final AwsSettings settings;
    private final AwsClients clients;
    private final AmiResolver images;
    private final SubnetResolver network;
    private final Ec2InstanceClient instances;
    private final LoadBalancerReader look;

    AwsPreflight(
            AwsSettings settings,
            AwsClients clients,
            AmiResolver images,
            SubnetResolver network,
            Ec2InstanceClient instances,
            LoadBalancerReader look) {
        this.settings = settings;
        this.clients = clients;
        this.images = images;
        this.network = network;
        this.instances = instances;
        this.look = look;
    }

    List<PreflightCheck> checks(PreflightInput plan) {
        NetworkChecks networks = new NetworkChecks(settings, clients.ec2(), network);
        CapacityChecks capacity = new CapacityChecks(settings, clients, network);
        return List.of(
                new PreflightCheck("Credentials", "Is the access key valid?", this::credentials),
                new PreflightCheck("Image", "Does the image exist?", () -> image(plan)),
                new PreflightCheck(
                        "Network", "Do the subnets and security groups exist in one VPC?", () -> networks.exists(plan)),
                new PreflightCheck(
                        "ZoneSpread", "Are the control plane machines in several zones?", () -> networks.spread(plan)),
                new PreflightCheck(
                        "InstanceTypes", "Do the zones offer the instance types?", () -> capacity.offered(plan)),
                new PreflightCheck("Quota", "Is the quota sufficient?", () -> capacity.quota(plan)),
                new PreflightCheck(
                        "Permissions", "Does the access key have the required permissions?", () -> permissions(plan)),
                new PreflightCheck("Names", "Are the names available?", () -> names(plan)));
    }

    private Result credentials() {
        GetCallerIdentityResponse caller =
                AwsErrorMapper.ask("get the caller identity", clients.identity()::getCallerIdentity);
        return new Result.Passed("The access key belongs to %s.".formatted(caller.arn()));
    }

    private Result image(PreflightInput plan) {
        Set<String> seen = new TreeSet<>();
        for (MachineSpec spec : plan.machines()) {
            Image image = images.require(spec.image());
            Optional<Result> wrong = wrong(spec, image);
            if (wrong.isPresent()) {
                return wrong.get();
            }
            seen.add("%s (%s)".formatted(image.imageId(), image.name()));
        }
        if (seen.isEmpty()) {
            seen.add(images.require(Optional.empty()).imageId());
        }
        return new Result.Passed("The machines use the image %s.".formatted(String.join(", ", seen)));
    }

    private Optional<Result> wrong(MachineSpec spec, Image image) {
        if (settings.instanceType().isEmpty()
                && image.architectureAsString() != null
                && !settings.architecture().awsWord().equals(image.architectureAsString())) {
            return Optional.of(new Result.Failed(
                    "The image %s is for %s.".formatted(image.imageId(), image.architectureAsString()),
                    "Set architecture, or use another image."));
        }
        int needed = image.blockDeviceMappings().stream()
                .filter(mapping ->
                        mapping.deviceName() != null && mapping.deviceName().equals(image.rootDeviceName()))
                .filter(mapping -> mapping.ebs() != null && mapping.ebs().volumeSize() != null)
                .mapToInt(mapping -> mapping.ebs().volumeSize())
                .max()
                .orElse(0);
        return needed <= spec.diskGiB()
                ? Optional.empty()
                : Optional.of(new Result.Failed(
                        "The image %s requires a disk of %d GiB; %s has %d GiB."
                                .formatted(image.imageId(), needed, spec.id().name(), spec.diskGiB()),
                        "Set diskGB to %d or more.".formatted(needed)));
    }

    /** Uses dry runs of EC2; load balancers are only listed. */
    private Result permissions(PreflightInput plan) {
        Set<String> kinds = new TreeSet<>();
        for (MachineSpec spec : plan.machines()) {
            if (kinds.add(Ec2InstanceTypeSelector.choose(spec, settings))) {
                rehearse(spec);
            }
        }
        if (plan.balancer().isPresent()) {
            AwsErrorMapper.ask(
                    "list load balancers",
                    () -> clients.balancers().describeLoadBalancers(request -> request.pageSize(1)));
        }
        return new Result.Passed(
                "The access key has permission to create the machines with their volumes, network interfaces and tags.");
    }

    private void rehearse(MachineSpec spec) {
        LaunchRequestFactory launch = LaunchRequestFactory.of(
                spec,
                settings,
                images.require(spec.image()),
                network.subnets()
                        .inOrderFor(spec.id().name(), spec.zone())
                        .getFirst()
                        .subnetId());
        String purpose = "create an instance such as " + spec.id().name();
        try {
            clients.ec2().runInstances(launch.request().dryRun(true).build());
        } catch (Ec2Exception e) {
            if (!WOULD_HAVE_WORKED.equals(AwsErrorMapper.code(e))) {
                throw AwsErrorMapper.refused(purpose, e);
            }
        } catch (SdkException e) {
            throw AwsErrorMapper.unanswered(purpose, e);
        }
    }

    private Result names(PreflightInput plan) {
        Set<String> taken = takenNames(plan);
        plan.balancer().ifPresent(balancer -> look.oursAlone(balancer.id()));
        return taken.isEmpty()
                ? new Result.Passed("No other machine or load balancer uses these names.")
                : new Result.Failed(
                        "Other instances already use these names: %s.".formatted(String.join(", ", taken)),
                        "Rename the cluster, or delete the other instances if they are not needed.");
    }

    private Set<String> takenNames(PreflightInput plan) {
        if (plan.machines().isEmpty()) {
            return Set.of();
        }
        Set<String> names =
                plan.machines().stream().map(spec -> spec.id().name()).collect(Collectors.toCollection(TreeSet::new));
        List<Instance> found = instances.named(names);
        return plan.machines().stream()
                .map(MachineSpec::id)
                .filter(id -> found.stream()
                        .anyMatch(instance -> id.name()
                                        .equals(OwnershipTagMapper.read(instance.tags())
                                                .get(OwnershipTagMapper.NAME))
                                && !OwnershipTagMapper.isOf(id, instance.tags())))
                .map(id -> id.name())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
