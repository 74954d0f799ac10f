package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.identity.change.TeamLimit;
import dev.butlerlabs.core.identity.change.TeamSettings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the settings of a team. */
final class TeamOptions {
    @Option(names = "--display-name", paramLabel = "TEXT", description = "Display name.")
    private String displayName;

    @Option(names = "--description", paramLabel = "TEXT", description = "Description of the team.")
    private String description;

    @Option(names = "--max-clusters", paramLabel = "LIMIT", description = "Maximum number of tenant clusters.")
    private String clusters;

    @Option(names = "--max-nodes", paramLabel = "LIMIT", description = "Maximum number of nodes of all clusters.")
    private String nodes;

    @Option(
            names = "--max-nodes-per-cluster",
            paramLabel = "LIMIT",
            description = "Maximum number of nodes per cluster.")
    private String nodesPerCluster;

    @Option(names = "--max-cpu", paramLabel = "LIMIT", description = "CPU cores of all nodes.")
    private String cpu;

    @Option(names = "--max-memory", paramLabel = "LIMIT", description = "Memory of all nodes, such as 512Gi.")
    private String memory;

    @Option(names = "--max-storage", paramLabel = "LIMIT", description = "Boot disks of all nodes, such as 2Ti.")
    private String storage;

    @Option(names = "--allow-version", paramLabel = "VERSION", description = "Allowed Kubernetes version; repeatable.")
    private List<String> versions = new ArrayList<>();

    @Option(names = "--allow-provider", paramLabel = "NAME", description = "Allowed ProviderConfig; repeatable.")
    private List<String> providers = new ArrayList<>();

    @Option(names = "--allow-addon", paramLabel = "ADDON", description = "Allowed addon; repeatable.")
    private List<String> addons = new ArrayList<>();

    @Option(names = "--deny-addon", paramLabel = "ADDON", description = "Denied addon; repeatable.")
    private List<String> denied = new ArrayList<>();

    TeamSettings settings() {
        return new TeamSettings(Optional.ofNullable(displayName), Optional.ofNullable(description), limits(), lists());
    }

    private Map<TeamLimit, String> limits() {
        Map<TeamLimit, String> limits = new EnumMap<>(TeamLimit.class);
        limits.put(TeamLimit.CLUSTERS, clusters);
        limits.put(TeamLimit.NODES, nodes);
        limits.put(TeamLimit.NODES_PER_CLUSTER, nodesPerCluster);
        limits.put(TeamLimit.CPU, cpu);
        limits.put(TeamLimit.MEMORY, memory);
        limits.put(TeamLimit.STORAGE, storage);
        limits.values().removeIf(text -> text == null);
        return limits;
    }

    private Map<String, List<String>> lists() {
        Map<String, List<String>> lists = new HashMap<>(Map.of(
                "allowedKubernetesVersions", versions,
                "allowedProviders", providers,
                "allowedAddons", addons,
                "deniedAddons", denied));
        lists.values().removeIf(List::isEmpty);
        return lists;
    }
}
