package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypeOfferingsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeInstancesRequest;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceTypeOffering;
import software.amazon.awssdk.services.ec2.model.LocationType;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** Checks quotas and the availability of instance types. */
final class CapacityChecks {
    /** Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances, counted in vCPUs. */
    private static final String STANDARD_INSTANCES = "L-1216C47A";

    private static final String STANDARD_FAMILIES = "acdhimrtz";

    private final AwsSettings settings;
    private final AwsClients clients;
    private final SubnetResolver network;

    CapacityChecks(AwsSettings settings, AwsClients clients, SubnetResolver network) {
        this.settings = settings;
        this.clients = clients;
        this.network = network;
    }

    Result offered(PreflightInput plan) {
        Map<String, Subnet> placed = NetworkChecks.placed(network.subnets(), plan.machines());
        Set<String> wanted = plan.machines().stream()
                .map(spec -> Ec2InstanceTypeSelector.choose(spec, settings) + " in "
                        + placed.get(spec.id().name()).availabilityZone())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> offered = offers(plan.machines());
        List<String> missing =
                wanted.stream().filter(one -> !offered.contains(one)).toList();
        return missing.isEmpty()
                ? new Result.Passed("Available: %s.".formatted(String.join(", ", wanted)))
                : new Result.Failed(
                        "AWS does not offer %s.".formatted(String.join(", ", missing)),
                        "Set instanceType to one that all zones offer, or use subnets in other zones.");
    }

    private Set<String> offers(List<MachineSpec> machines) {
        String[] types = machines.stream()
                .map(spec -> Ec2InstanceTypeSelector.choose(spec, settings))
                .distinct()
                .toArray(String[]::new);
        if (types.length == 0) {
            return Set.of();
        }
        DescribeInstanceTypeOfferingsRequest request = DescribeInstanceTypeOfferingsRequest.builder()
                .locationType(LocationType.AVAILABILITY_ZONE)
                .filters(OwnershipTagMapper.filter("instance-type", types))
                .build();
        return AwsErrorMapper.ask(
                        "list the available instance types",
                        () ->
                                clients
                                        .ec2()
                                        .describeInstanceTypeOfferingsPaginator(request)
                                        .instanceTypeOfferings()
                                        .stream()
                                        .toList())
                .stream()
                .map(CapacityChecks::phrase)
                .collect(Collectors.toSet());
    }

    private static String phrase(InstanceTypeOffering offering) {
        return offering.instanceTypeAsString() + " in " + offering.location();
    }

    Result quota(PreflightInput plan) {
        Optional<Double> allowed = allowed();
        if (allowed.isEmpty()) {
            return new Result.Unknown("The access key cannot read the vCPU quota.");
        }
        if (settings.instanceType().isPresent()) {
            return new Result.Unknown("The quota is %.0f vCPUs; the number of vCPUs of %s is unknown."
                    .formatted(allowed.get(), settings.instanceType().get()));
        }
        List<Instance> running = running();
        int used = running.stream().mapToInt(CapacityChecks::processors).sum();
        int needed = needed(plan, running);
        return used + needed <= allowed.get()
                ? new Result.Passed("%d vCPUs requested; %d of %.0f in use.".formatted(needed, used, allowed.get()))
                : new Result.Failed(
                        "%d vCPUs requested, but %d of %.0f are in use.".formatted(needed, used, allowed.get()),
                        AwsErrorClassification.of("VcpuLimitExceeded", 0).hint());
    }

    private int needed(PreflightInput plan, List<Instance> running) {
        return plan.machines().stream()
                .filter(spec ->
                        running.stream().noneMatch(instance -> OwnershipTagMapper.isOf(spec.id(), instance.tags())))
                .mapToInt(spec -> Ec2InstanceTypeSelector.smallest(spec, settings.architecture())
                        .cpu())
                .sum();
    }

    private Optional<Double> allowed() {
        try {
            return AwsErrorMapper.find(
                            "get the vCPU quota",
                            () -> clients.quotas()
                                    .getServiceQuota(request ->
                                            request.serviceCode("ec2").quotaCode(STANDARD_INSTANCES))
                                    .quota())
                    .map(quota -> quota.value());
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.FORBIDDEN || e.code() == ErrorCode.PROVIDER || e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private List<Instance> running() {
        DescribeInstancesRequest request = DescribeInstancesRequest.builder()
                .filters(OwnershipTagMapper.filter("instance-state-name", "pending", "running"))
                .build();
        return AwsErrorMapper.ask(
                "list running instances",
                () -> clients.ec2().describeInstancesPaginator(request).reservations().stream()
                        .flatMap(reservation -> reservation.instances().stream())
                        .filter(CapacityChecks::counts)
                        .toList());
    }

    private static boolean counts(Instance instance) {
        String type = String.valueOf(instance.instanceTypeAsString());
        return instance.instanceLifecycle() == null
                && !type.isEmpty()
                && STANDARD_FAMILIES.indexOf(type.charAt(0)) >= 0
                && type.length() > 1
                && Character.isDigit(type.charAt(1));
    }

    private static int processors(Instance instance) {
        return instance.cpuOptions() == null
                        || instance.cpuOptions().coreCount() == null
                        || instance.cpuOptions().threadsPerCore() == null
                ? 0
                : instance.cpuOptions().coreCount() * instance.cpuOptions().threadsPerCore();
    }
}
