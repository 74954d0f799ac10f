package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks the resources of a plan before anything is created. {@link ProxmoxNodePreflight} checks those of the nodes. */
final class ProxmoxPreflight {
    private static final Pattern RELEASE = Pattern.compile("^(\\d+)\\.(\\d+)");
    private static final int OLDEST_MAJOR = 8;
    private static final int OLDEST_MINOR = 4;

    private final ProxmoxClient client;
    private final ProxmoxSettings settings;
    private final ProxmoxVmLocator locator;
    private final PreflightInput plan;
    private final ProxmoxNodePreflight nodes;

    ProxmoxPreflight(ProxmoxClient client, ProxmoxSettings settings, ProxmoxVmLocator locator, PreflightInput plan) {
        this.client = client;
        this.settings = settings;
        this.locator = locator;
        this.plan = plan;
        this.nodes = new ProxmoxNodePreflight(client, settings, plan);
    }

    List<PreflightCheck> checks() {
        List<PreflightCheck> checks = new ArrayList<>();
        checks.add(new PreflightCheck("Credentials", "Does Proxmox accept the credentials?", this::credentials));
        checks.add(new PreflightCheck("Permissions", "Are all privileges granted?", this::permissions));
        checks.add(
                new PreflightCheck("Nodes", "Are the nodes online, and does the cluster have a quorum?", this::nodes));
        checks.add(new PreflightCheck("Storage", "Is the storage available and large enough?", nodes::storage));
        if (settings.requiredBridge().isPresent()) {
            checks.add(new PreflightCheck("Network", "Does the bridge exist on all nodes?", nodes::network));
        }
        if (settings.pool().isPresent()) {
            checks.add(new PreflightCheck("Pool", "Does the resource pool exist?", this::pool));
        }
        checks.add(new PreflightCheck("Image", "Does the image exist, and does it fit on the disks?", this::image));
        checks.add(new PreflightCheck("Capacity", "Do the nodes have enough memory?", nodes::memory));
        checks.add(new PreflightCheck("IDs", "Are enough VM IDs free?", this::ids));
        checks.add(new PreflightCheck("Names", "Are the machine names available?", this::names));
        return List.copyOf(checks);
    }

    private Result credentials() {
        String version = client.get("/version").path("version").asText("");
        return isSupported(version)
                ? new Result.Passed("Proxmox VE %s accepts the credentials.".formatted(version))
                : new Result.Failed(
                        "Proxmox VE %s is not supported.".formatted(version), "Upgrade Proxmox VE to 8.4 or newer.");
    }

    /** Older releases do not include the reason of a failure in responses, and cannot import disk images. */
    static boolean isSupported(String version) {
        Matcher release = RELEASE.matcher(version);
        if (!release.find()) {
            return false;
        }
        int major = Integer.parseInt(release.group(1));
        return major > OLDEST_MAJOR || (major == OLDEST_MAJOR && Integer.parseInt(release.group(2)) >= OLDEST_MINOR);
    }

    private Result permissions() {
        List<String> missing = new ArrayList<>();
        for (ProxmoxPrivileges.Requirement requirement : ProxmoxPrivileges.of(settings)) {
            Set<String> lacking = requirement.missing(granted(requirement.path()));
            if (!lacking.isEmpty()) {
                missing.add("%s on %s".formatted(String.join(", ", lacking), requirement.path()));
            }
        }
        return missing.isEmpty()
                ? new Result.Passed("All privileges are granted.")
                : new Result.Failed(
                        "Missing privileges: %s.".formatted(String.join("; ", missing)),
                        "Grant the role in configs/permissions/proxmox-role.txt on these paths to the user, and to the token if it has separate privileges.");
    }

    private Set<String> granted(String path) {
        JsonNode privileges =
                client.get("/access/permissions", Map.of("path", path)).path(path);
        return privileges.propertyStream().map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    private Result nodes() {
        locator.requireQuorum();
        return nodes.online();
    }

    private Result pool() {
        String pool = settings.pool().orElseThrow();
        boolean exists = JsonDocument.items(client.get("/pools"))
                .anyMatch(item -> item.path("poolid").asText("").equals(pool));
        return exists
                ? new Result.Passed("Resource pool %s.".formatted(pool))
                : new Result.Failed(
                        "The resource pool %s does not exist, or the user may not read it.".formatted(pool),
                        "Create the pool, or grant Pool.Audit on /pool/%s.".formatted(pool));
    }

    private Result image() {
        List<ProxmoxVmEntry> entries = locator.list();
        List<String> seen = new ArrayList<>();
        for (ProxmoxImage image :
                plan.machines().stream().map(settings::imageOf).distinct().toList()) {
            int smallestDisk = plan.machines().stream()
                    .filter(spec -> settings.imageOf(spec).equals(image))
                    .mapToInt(MachineSpec::diskGiB)
                    .min()
                    .orElse(0);
            Optional<Result> problem = switch (image) {
                case ProxmoxImage.Template template -> nodes.template(template, entries, smallestDisk);
                case ProxmoxImage.Volume volume -> nodes.volume(volume, smallestDisk);
            };
            if (problem.isPresent()) {
                return problem.get();
            }
            seen.add(image.toString());
        }
        return new Result.Passed("Found %s.".formatted(String.join(", ", seen)));
    }

    private Result ids() {
        ProxmoxVmIds ids = settings.ids();
        long used = locator.list().stream()
                .filter(entry -> ids.contains(entry.id()))
                .count();
        long free = ids.size() - used;
        return free >= plan.machines().size()
                ? new Result.Passed("%d VM IDs from %d to %d are free.".formatted(free, ids.start(), ids.end()))
                : new Result.Failed(
                        "%d VM IDs from %d to %d are free; %d are needed."
                                .formatted(
                                        free,
                                        ids.start(),
                                        ids.end(),
                                        plan.machines().size()),
                        "Use a larger range of VM IDs.");
    }

    private Result names() {
        List<ProxmoxVmEntry> entries = locator.list();
        String taken = plan.machines().stream()
                .filter(spec -> isTaken(spec, entries))
                .map(spec -> spec.id().name())
                .collect(Collectors.joining(", "));
        return taken.isEmpty()
                ? new Result.Passed("No other virtual machine uses these names.")
                : new Result.Failed(
                        "Other virtual machines already use these names: %s.".formatted(taken),
                        "Rename the cluster, or delete them if they are not needed.");
    }

    private boolean isTaken(MachineSpec spec, List<ProxmoxVmEntry> entries) {
        List<ProxmoxVmEntry> same = entries.stream()
                .filter(entry -> entry.name().equals(Optional.of(spec.id().name())))
                .toList();
        return !same.isEmpty()
                && same.stream()
                        .filter(entry -> !entry.isContainer())
                        .flatMap(entry -> locator.read(entry).stream())
                        .noneMatch(vm -> vm.isOf(spec.id()));
    }
}
