package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.docker.ContainerState;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.DockerEngineInfo;
import dev.butlerlabs.core.docker.DockerVersion;
import dev.butlerlabs.core.docker.ImageAvailability;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.NetworkState;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Checks the Docker engine before anything is created. */
final class LocalPreflight {
    /** The first version with private cgroup namespaces. */
    private static final int API_MAJOR = 1;

    private static final int API_MINOR = 41;
    private static final long BYTES_PER_MIB = 1L << 20;
    private static final Duration REGISTRY_LIMIT = Duration.ofSeconds(30);

    private final DockerEngine engine;
    private final Optional<ImageName> defaultImage;
    private final MachineAccess access;
    private final PreflightInput plan;

    LocalPreflight(DockerEngine engine, Optional<ImageName> defaultImage, MachineAccess access, PreflightInput plan) {
        this.engine = engine;
        this.defaultImage = defaultImage;
        this.access = access;
        this.plan = plan;
    }

    List<PreflightCheck> checks() {
        List<PreflightCheck> checks = new ArrayList<>();
        checks.add(new PreflightCheck("Engine", "Does the Docker engine respond?", this::engine));
        checks.add(further("Reachability", "Are the machines reachable from this machine?", this::reachability));
        checks.add(further("Cgroups", "Can the engine run Kubernetes nodes?", this::cgroups));
        checks.add(further("Storage", "Can containers run inside the containers?", this::storage));
        checks.add(further("Capacity", "Are there enough CPUs and memory?", this::capacity));
        checks.add(further("Image", "Does the engine have the image, or can it pull it?", this::images));
        if (plan.machines().stream().anyMatch(spec -> spec.address().isPresent())) {
            checks.add(further("Network", "Is the subnet of the machines free?", this::network));
        }
        checks.add(further("Names", "Are the names of containers and volumes available?", this::names));
        if (plan.machines().stream().anyMatch(spec -> !spec.extraDisks().isEmpty())) {
            checks.add(new PreflightCheck("Disks", "Can the machines have extra disks?", LocalPreflight::disks));
        }
        return List.copyOf(checks);
    }

    /** A check that needs the engine. If the engine does not respond, only the first check fails. */
    private static PreflightCheck further(String name, String question, Supplier<Result> body) {
        return new PreflightCheck(name, question, () -> {
            try {
                return body.get();
            } catch (ButlerException e) {
                if (e.code() == ErrorCode.UNREACHABLE) {
                    return new Result.Unknown("Not checked: the Docker engine does not respond.");
                }
                throw e;
            }
        });
    }

    private Result engine() {
        return engine(
                LocalErrorMapper.call(engine::version), facts(), engine.host().toString());
    }

    static Result engine(DockerVersion version, DockerEngineInfo facts, String host) {
        if (facts.isPodman()) {
            return new Result.Failed(
                    "The engine at %s is Podman %s. It ignores the labels of volumes, without which Butler does not delete them."
                            .formatted(host, version.engine()),
                    "Use a Docker engine.");
        }
        String found = "Docker engine %s with API %s at %s.".formatted(version.engine(), version.api(), host);
        return version.speaks(API_MAJOR, API_MINOR)
                ? new Result.Passed(found)
                : new Result.Failed(
                        found + " The API is older than %d.%d.".formatted(API_MAJOR, API_MINOR),
                        "Install Docker 20.10 or newer.");
    }

    private Result reachability() {
        return reachability(
                new PortAccessPolicy(access, engine.isOnThisMachine(), facts().isInVirtualMachine()),
                engine.host().toString());
    }

    static Result reachability(PortAccessPolicy policy, String engine) {
        if (!policy.onThisMachine()) {
            return policy.access() == MachineAccess.PORTS
                    ? new Result.Failed(
                            "The engine at %s publishes ports on the loopback interface of another machine."
                                    .formatted(engine),
                            "Run butleradm on the machine of the engine, or remove access from the settings of the provider local.")
                    : new Result.Doubtful(
                            "The engine at %s runs on another machine.".formatted(engine),
                            "Add a route to the subnet of the machines through the host of the engine.");
        }
        if (policy.access() == MachineAccess.PORTS) {
            return new Result.Passed("Butler connects through published ports of the engine.");
        }
        if (!policy.inVirtualMachine()) {
            return new Result.Passed("The engine runs on this machine.");
        }
        return policy.access() == MachineAccess.AUTO
                ? new Result.Passed(
                        "The engine runs in a virtual machine; Butler connects through published ports of the engine.")
                : new Result.Failed(
                        "The engine runs in a virtual machine, so container addresses are not reachable from this machine.",
                        "Remove access from the settings of the provider local.");
    }

    private DockerEngineInfo facts() {
        return LocalErrorMapper.call(engine::facts);
    }

    private Result cgroups() {
        DockerEngineInfo facts = facts();
        if (!facts.cgroupVersion().equals("2")) {
            return new Result.Failed(
                    "The engine uses cgroups v%s; the kubelet needs v2.".formatted(facts.cgroupVersion()),
                    "Boot the host of the engine with systemd.unified_cgroup_hierarchy=1.");
        }
        return facts.isRootless() || facts.remapsUsers()
                ? new Result.Failed(
                        "The engine runs containers without root privileges, which Talos needs.",
                        "Use an engine that runs as root, without userns-remap.")
                : new Result.Passed("The engine uses cgroups v2.");
    }

    /** Images of containers are mounted with overlay, which does not work on top of another overlay. */
    private Result storage() {
        DockerEngineInfo facts = facts();
        return facts.backingFilesystem().startsWith("overlay")
                ? new Result.Failed(
                        "The engine stores its data on an overlay file system, so containers in the machines cannot start.",
                        "Move the data directory of the engine to a disk or a volume.")
                : new Result.Passed("Storage driver %s.".formatted(facts.storageDriver()));
    }

    private Result capacity() {
        DockerEngineInfo facts = facts();
        if (facts.cpus() == 0 || facts.memoryBytes() == 0) {
            return new Result.Unknown("The engine does not report its CPUs and memory.");
        }
        int cpus = plan.machines().stream().mapToInt(MachineSpec::cpu).max().orElse(0);
        long memoryMiB =
                plan.machines().stream().mapToLong(MachineSpec::memoryMiB).sum();
        long presentMiB = facts.memoryBytes() / BYTES_PER_MIB;
        String needs = "A machine has up to %d CPUs and all have %d MiB of memory; the engine has %d CPUs and %d MiB."
                .formatted(cpus, memoryMiB, facts.cpus(), presentMiB);
        return cpus > facts.cpus() || memoryMiB > presentMiB
                ? new Result.Failed(needs, "Request fewer or smaller machines, or give the engine more resources.")
                : new Result.Passed(needs);
    }

    private Result images() {
        List<ImageName> images = plan.machines().stream()
                .flatMap(spec -> spec.image().map(ImageName::parse).or(() -> defaultImage).stream())
                .distinct()
                .toList();
        List<Result> results = images.stream().map(this::image).toList();
        return results.stream()
                .filter(Result.Failed.class::isInstance)
                .findFirst()
                .or(() -> results.stream()
                        .filter(Result.Unknown.class::isInstance)
                        .findFirst())
                .or(() -> results.stream().findFirst())
                .orElseGet(() -> new Result.Failed(
                        "No image is configured.", "Set image of the provider local to a Talos image."));
    }

    private Result image(ImageName image) {
        return switch (LocalErrorMapper.call(() -> engine.images().availability(image, REGISTRY_LIMIT))) {
            case ImageAvailability.Present _ -> new Result.Passed("The engine has image %s.".formatted(image));
            case ImageAvailability.Pullable _ -> new Result.Passed("The engine can pull image %s.".formatted(image));
            case ImageAvailability.Unavailable(String message) ->
                new Result.Failed(
                        "The engine cannot pull image %s: %s.".formatted(image, message),
                        "Check the name and the access to the registry, or load the image with docker load.");
            case ImageAvailability.Undetermined(String message) ->
                new Result.Unknown(
                        "The engine does not have image %s and could not look it up: %s.".formatted(image, message));
        };
    }

    private Result network() {
        List<CidrBlock> subnets = plan.machines().stream()
                .flatMap(spec -> spec.address().stream())
                .map(OwnerNetwork::subnet)
                .distinct()
                .toList();
        String conflicts = LocalErrorMapper.call(() -> engine.networks().all()).stream()
                .filter(network -> !isOfPlan(network))
                .filter(network -> subnets.stream().anyMatch(subnet -> overlaps(network, subnet)))
                .map(network -> "%s (%s)".formatted(network.name(), String.join(", ", network.subnets())))
                .collect(Collectors.joining(", "));
        return conflicts.isEmpty()
                ? new Result.Passed("No other network of the engine uses %s."
                        .formatted(subnets.stream().map(CidrBlock::toString).collect(Collectors.joining(", "))))
                : new Result.Failed(
                        "The subnet of the machines overlaps with networks of the engine: %s.".formatted(conflicts),
                        "Choose another subnet in network.nodeAddresses, or remove these networks.");
    }

    private boolean isOfPlan(NetworkState network) {
        return OwnershipTags.owner(network.labels())
                .filter(owner -> plan.machines().stream()
                        .anyMatch(spec -> spec.id().owner().equals(owner)))
                .isPresent();
    }

    private static boolean overlaps(NetworkState network, CidrBlock subnet) {
        return network.subnets().stream()
                .flatMap(text -> CidrBlock.tryParse(text).stream())
                .anyMatch(other -> other.range().first().isSameFamily(subnet.first())
                        && other.range().overlaps(subnet.range()));
    }

    private Result names() {
        String taken =
                plan.machines().stream().flatMap(spec -> taken(spec).stream()).collect(Collectors.joining(", "));
        return taken.isEmpty()
                ? new Result.Passed("No other container or volume uses these names.")
                : new Result.Failed(
                        "Other containers or volumes already use these names: %s.".formatted(taken),
                        "Rename the cluster, or remove them if they are not needed.");
    }

    private Optional<String> taken(MachineSpec spec) {
        Optional<ContainerState> container = LocalErrorMapper.call(
                () -> engine.containers().inspect(spec.id().name()));
        if (container.isPresent()) {
            return container
                    .filter(found -> !OwnershipTags.owner(found.labels())
                            .equals(Optional.of(spec.id().owner())))
                    .map(ContainerState::name);
        }
        try {
            new MachineVolumes(engine, spec.id()).requireOwnNames();
            return Optional.empty();
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.FOREIGN_RESOURCE) {
                return Optional.of(spec.id().name() + " (volumes)");
            }
            throw e;
        }
    }

    private static Result disks() {
        return new Result.Unknown("Containers have no disks: extraDisks is not used, and diskGB is not a limit.");
    }
}
