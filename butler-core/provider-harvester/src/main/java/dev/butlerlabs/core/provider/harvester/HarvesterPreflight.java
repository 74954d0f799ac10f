package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Preflight checks of a Harvester cluster. */
record HarvesterPreflight(HarvesterApi api, HarvesterSettings settings, boolean verified, PreflightInput plan) {
    private static final long GIB = 1L << 30;
    private static final Map<HarvesterResourceType, List<String>> NEEDED = Map.of(
            HarvesterResourceType.VIRTUAL_MACHINE, List.of("get", "list", "create", "delete"),
            HarvesterResourceType.INSTANCE, List.of("get"),
            HarvesterResourceType.VOLUME, List.of("get", "list", "create", "patch", "delete"),
            HarvesterResourceType.SECRET, List.of("get", "list", "create", "patch", "delete"));

    List<PreflightCheck> all() {
        return List.of(
                new PreflightCheck("Credentials", "Does Harvester accept the kubeconfig?", this::credentials),
                new PreflightCheck("Permissions", "Can the user create and delete machines?", this::permissions),
                new PreflightCheck("Image", "Does the image exist, and does it fit on the disks?", this::image),
                new PreflightCheck("Network", "Does the VM network exist?", this::network),
                new PreflightCheck(
                        "StorageClasses", "Do the storage classes of the data disks exist?", this::storageClasses),
                new PreflightCheck("Capacity", "Is the quota of the namespace sufficient?", this::capacity),
                new PreflightCheck("Names", "Are the machine names available?", this::names));
    }

    private Result credentials() {
        api.list(HarvesterResourceType.VIRTUAL_MACHINE, Map.of("butler.butlerlabs.dev/preflight", "none"));
        return verified
                ? new Result.Passed("Harvester is reachable, and its certificate is trusted.")
                : new Result.Doubtful(
                        "Harvester is reachable, but the kubeconfig disables certificate verification.",
                        "Replace insecure-skip-tls-verify with certificate-authority-data in the kubeconfig.");
    }

    private Result permissions() {
        List<String> missing = new ArrayList<>();
        NEEDED.forEach((kind, verbs) -> verbs.stream()
                .filter(verb -> !api.may(verb, kind, settings.namespace()))
                .forEach(verb -> missing.add(verb + " " + kind.plural())));
        if (!api.may("get", HarvesterResourceType.IMAGE, imageNamespace())) {
            missing.add("get " + HarvesterResourceType.IMAGE.plural() + " in " + imageNamespace());
        }
        return missing.isEmpty()
                ? new Result.Passed("The user has all permissions in namespace %s.".formatted(settings.namespace()))
                : new Result.Failed(
                        "The user does not have permission to: %s."
                                .formatted(String.join(", ", new TreeSet<>(missing))),
                        "Grant the user a role with these permissions in namespace %s."
                                .formatted(settings.namespace()));
    }

    private String imageNamespace() {
        return settings.image()
                .map(image -> ResourceName.parse(image, settings.namespace()).namespace())
                .orElse(settings.namespace());
    }

    private Result image() {
        Set<ResourceName> names =
                plan.machines().stream().map(settings::imageOf).collect(Collectors.toSet());
        for (ResourceName name : names) {
            BootImage image = new BootImageResolver(api).require(name);
            if (!image.imported()) {
                return new Result.Failed(
                        "The image %s is not ready: %s.".formatted(image.name(), image.progress()),
                        "Wait until the download has finished, or fix the source of the image.");
            }
            for (MachineSpec machine : plan.machines()) {
                if (settings.imageOf(machine).equals(name) && tooSmall(machine, image)) {
                    return new Result.Failed(
                            "The disk of %s has %d GiB, but the image %s requires %d GiB."
                                    .formatted(
                                            machine.id().name(),
                                            machine.diskGiB(),
                                            image.name(),
                                            wholeGiB(image.virtualSize().orElse(0L))),
                            "Use a larger disk, or another image.");
                }
            }
        }
        return new Result.Passed("Ready: %s.".formatted(listed(names)));
    }

    private static boolean tooSmall(MachineSpec machine, BootImage image) {
        return image.virtualSize()
                .filter(size -> size > machine.diskGiB() * GIB)
                .isPresent();
    }

    private static long wholeGiB(long bytes) {
        return Math.ceilDiv(bytes, GIB);
    }

    private Result network() {
        return api.find(HarvesterResourceType.NETWORK, settings.network()).isPresent()
                ? new Result.Passed("The network %s exists.".formatted(settings.network()))
                : new Result.Failed(
                        "VM network %s not found in Harvester.".formatted(settings.network()),
                        "Create it in Harvester, or set networkName to another one as namespace/name.");
    }

    private Result storageClasses() {
        Set<String> wanted = new TreeSet<>();
        settings.storageClass().ifPresent(wanted::add);
        plan.machines().stream()
                .flatMap(machine -> machine.extraDisks().stream())
                .map(ExtraDisk::storageClass)
                .filter(name -> name != null && !name.isBlank())
                .forEach(wanted::add);
        List<String> missing = wanted.stream()
                .filter(name ->
                        api.find(HarvesterResourceType.STORAGE_CLASS, name).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            return new Result.Failed(
                    "Storage class %s not found in Harvester.".formatted(String.join(", ", missing)),
                    "Create it in Harvester, or use another one.");
        }
        return new Result.Passed(
                wanted.isEmpty() ? "No storage classes specified." : "Found: %s.".formatted(String.join(", ", wanted)));
    }

    private Result capacity() {
        List<GenericKubernetesResource> quotas = api.list(HarvesterResourceType.QUOTA, Map.of());
        if (quotas.isEmpty()) {
            return new Result.Unknown(
                    "The namespace %s has no quota; Harvester does not report the free capacity of the hosts."
                            .formatted(settings.namespace()));
        }
        List<String> lacking = quotas.stream()
                .flatMap(quota -> new QuotaHeadroom(quota)
                        .lackingFor(QuotaHeadroom.newMachines(plan.machines(), this::exists)).stream())
                .toList();
        return lacking.isEmpty()
                ? new Result.Passed("The quota is sufficient.")
                : new Result.Failed(
                        "The quota of namespace %s is not sufficient: %s."
                                .formatted(settings.namespace(), String.join("; ", lacking)),
                        "Raise the quota in Harvester, or use fewer or smaller machines.");
    }

    private boolean exists(MachineSpec machine) {
        return api.find(HarvesterResourceType.VIRTUAL_MACHINE, machine.id().name())
                .filter(found -> ObjectFieldReader.belongsTo(found, machine.id()))
                .isPresent();
    }

    private Result names() {
        List<String> taken = new ArrayList<>();
        for (MachineSpec machine : plan.machines()) {
            addForeign(
                    taken, HarvesterResourceType.VIRTUAL_MACHINE, machine.id().name(), machine);
            addForeign(
                    taken,
                    HarvesterResourceType.VOLUME,
                    MachineAttachments.rootVolume(machine.id().name()),
                    machine);
            addForeign(
                    taken,
                    HarvesterResourceType.SECRET,
                    MachineAttachments.secretName(machine.id().name()),
                    machine);
        }
        return taken.isEmpty()
                ? new Result.Passed("All names are available, or used by this cluster.")
                : new Result.Failed(
                        "Names already in use: %s.".formatted(String.join(", ", taken)),
                        "Rename the cluster, use another namespace, or delete these resources if they are not needed.");
    }

    private void addForeign(List<String> taken, HarvesterResourceType kind, String name, MachineSpec machine) {
        api.find(kind, name)
                .filter(found -> !ObjectFieldReader.belongsTo(found, machine.id()))
                .ifPresent(found -> taken.add(kind.title() + " " + name));
    }

    private static String listed(Set<ResourceName> names) {
        return names.stream().map(ResourceName::toString).sorted().collect(Collectors.joining(", "));
    }
}
