package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/** Checks the Prism resources of a plan before anything is created. */
final class NutanixPreflight {
    private static final long BYTES_PER_GIB = 1L << 30;

    private final PrismClient prism;
    private final NutanixSettings settings;
    private final PreflightInput plan;
    private final PrismReferenceResolver references;
    private final VmOperations vms;

    NutanixPreflight(PrismClient prism, NutanixSettings settings, PreflightInput plan) {
        this.prism = prism;
        this.settings = settings;
        this.plan = plan;
        this.references = new PrismReferenceResolver(prism);
        this.vms = new VmOperations(prism);
    }

    List<PreflightCheck> checks() {
        List<PreflightCheck> checks = new ArrayList<>();
        checks.add(new PreflightCheck("Credentials", "Does Prism Central accept the user?", this::credentials));
        checks.add(new PreflightCheck("Permissions", "Can the user list virtual machines?", this::permissions));
        checks.add(new PreflightCheck("Cluster", "Does the cluster exist?", this::cluster));
        checks.add(new PreflightCheck("Network", "Does the subnet exist on that cluster?", this::subnet));
        if (plan.machines().stream().anyMatch(spec -> spec.address().isPresent())) {
            checks.add(new PreflightCheck("Addresses", "Can the subnet assign the addresses?", this::addresses));
        }
        checks.add(new PreflightCheck("Image", "Does the image exist, and does it fit on the disks?", this::images));
        if (!containers().isEmpty()) {
            checks.add(new PreflightCheck("Storage", "Do the storage containers exist?", this::storage));
        }
        checks.add(new PreflightCheck("Capacity", "Is there enough memory for the machines?", this::capacity));
        checks.add(new PreflightCheck("Names", "Are the machine names available?", this::names));
        return List.copyOf(checks);
    }

    private Result credentials() {
        prism.get("/users/me");
        return new Result.Passed("Prism Central accepts the user.");
    }

    private Result permissions() {
        int seen = vms.all().size();
        return new Result.Passed(
                "The user can list %d virtual machines. The permission to create some cannot be checked in advance."
                        .formatted(seen));
    }

    private Result cluster() {
        return new Result.Passed(
                "Cluster " + PrismListReader.nameOf(references.clusterEntity(settings.cluster())) + ".");
    }

    private Result subnet() {
        String cluster = references.cluster(settings.cluster());
        JsonNode subnet = references.subnetEntity(settings.subnet(), cluster);
        String bound = PrismReferenceResolver.clusterOf(subnet);
        return bound.isEmpty() || bound.equals(cluster)
                ? new Result.Passed("Subnet " + PrismListReader.nameOf(subnet) + ".")
                : new Result.Failed(
                        "The subnet %s is not on the cluster of the machines."
                                .formatted(PrismListReader.nameOf(subnet)),
                        "Use a subnet of the cluster in clusterUUID.");
    }

    private Result addresses() {
        JsonNode subnet = references.subnetEntity(settings.subnet(), references.cluster(settings.cluster()));
        String name = PrismListReader.nameOf(subnet);
        Optional<Ipv4Range> managed = IpamManagedSubnet.of(subnet);
        if (managed.isEmpty()) {
            return new Result.Failed(
                    "The subnet %s has no IP address management by Prism.".formatted(name),
                    "Enable IP address management of the subnet in Prism, or remove network.nodeAddresses.");
        }
        return plan.machines().stream()
                .flatMap(spec -> spec.address().stream())
                .map(MachineAddress::ip)
                .filter(address -> !IpAddress.tryParseIpv4(address)
                        .filter(managed.get()::contains)
                        .isPresent())
                .findFirst()
                .<Result>map(address -> new Result.Failed(
                        "The address %s is not in the network %s of the subnet %s."
                                .formatted(address, managed.get(), name),
                        "Use network.nodeAddresses in that network."))
                .orElseGet(() -> new Result.Passed("Subnet %s manages %s.".formatted(name, managed.get())));
    }

    private Result images() {
        List<String> seen = new ArrayList<>();
        for (String reference :
                plan.machines().stream().map(settings::imageOf).distinct().toList()) {
            JsonNode image = references.imageEntity(reference);
            Optional<Result> wrong = unfit(reference, image);
            if (wrong.isPresent()) {
                return wrong.get();
            }
            seen.add(PrismListReader.nameOf(image));
        }
        return new Result.Passed("Image " + String.join(", ", seen) + ".");
    }

    private Optional<Result> unfit(String reference, JsonNode image) {
        String name = PrismListReader.nameOf(image);
        if (image.at("/status/resources/image_type").asText("").equals("ISO_IMAGE")) {
            return Optional.of(new Result.Failed(
                    "The image %s is an ISO, which cannot be used as a disk.".formatted(name),
                    "Upload the Talos disk image for the platform openstack as raw or qcow2."));
        }
        long bytes = image.at("/status/resources/size_bytes").asLong(0);
        return plan.machines().stream()
                .filter(spec -> settings.imageOf(spec).equals(reference))
                .filter(spec -> bytes > spec.diskGiB() * BYTES_PER_GIB)
                .findFirst()
                .map(spec -> new Result.Failed(
                        "The disk of %s is smaller than the image %s."
                                .formatted(spec.id().name(), name),
                        "Use a disk of %d GB or more.".formatted((bytes + BYTES_PER_GIB - 1) / BYTES_PER_GIB)));
    }

    private Result storage() {
        String cluster = references.cluster(settings.cluster());
        List<String> seen = containers().stream()
                .map(container -> references.storageContainerEntity(container, cluster))
                .filter(container ->
                        container.cluster().isEmpty() || container.cluster().equals(cluster))
                .map(StorageContainerReader.Container::name)
                .toList();
        return seen.size() == containers().size()
                ? new Result.Passed("Storage container " + String.join(", ", seen) + ".")
                : new Result.Failed(
                        "A storage container is not on the cluster of the machines.",
                        "Use a storage container of the cluster in clusterUUID.");
    }

    private SequencedSet<String> containers() {
        SequencedSet<String> named = new LinkedHashSet<>();
        settings.storageContainer().ifPresent(named::add);
        plan.machines().stream()
                .flatMap(spec -> spec.extraDisks().stream())
                .flatMap(disk -> settings.containerOf(disk).stream())
                .forEach(named::add);
        return named;
    }

    private Result capacity() {
        String cluster = references.cluster(settings.cluster());
        try {
            return new MemoryCapacityCheck(prism).forMachines(cluster, plan.machines());
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.FORBIDDEN) {
                return new Result.Unknown("The user does not have permission to read the hosts of the cluster.");
            }
            throw e;
        }
    }

    private Result names() {
        List<ObservedPrismVm> all = vms.all();
        String taken = plan.machines().stream()
                .filter(spec -> isTaken(spec, all))
                .map(spec -> spec.id().name())
                .collect(Collectors.joining(", "));
        return taken.isEmpty()
                ? new Result.Passed("No other virtual machine uses these names.")
                : new Result.Failed(
                        "Other virtual machines already use these names: %s.".formatted(taken),
                        "Rename the cluster, or delete them if they are not needed.");
    }

    private static boolean isTaken(MachineSpec spec, List<ObservedPrismVm> all) {
        List<ObservedPrismVm> same =
                all.stream().filter(vm -> vm.name().equals(spec.id().name())).toList();
        return !same.isEmpty() && same.stream().noneMatch(vm -> vm.isOf(spec.id()));
    }
}
