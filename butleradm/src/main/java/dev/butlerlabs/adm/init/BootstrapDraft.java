package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.config.ConfigKeyDescription;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.version.VersionList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A bootstrap file that is being written. Not thread-safe. */
final class BootstrapDraft {
    /** Schematic of the Talos Image Factory with qemu-guest-agent and iscsi-tools. */
    private static final String SCHEMATIC = "dc7b152cb3ea99b821fcb7340ce7168313ce393d663740b791c36f6e95fc8586";

    private final InfrastructureProvider provider;
    private final Map<String, Object> tree = new LinkedHashMap<>();

    BootstrapDraft(InfrastructureProvider provider) {
        this.provider = provider;
        put("provider", provider.profile().name());
    }

    /** Sets a value; sections on the path are created. */
    void put(String path, Object value) {
        Map<String, Object> section = tree;
        List<String> keys = List.of(path.split("\\.", -1));
        for (String key : keys.subList(0, keys.size() - 1)) {
            section = child(section, key);
        }
        section.put(keys.getLast(), value);
    }

    @SuppressWarnings("unchecked") // every map in the tree is created here
    private static Map<String, Object> child(Map<String, Object> section, String key) {
        if (!(section.get(key) instanceof Map)) {
            section.put(key, new LinkedHashMap<String, Object>());
        }
        return (Map<String, Object>) section.get(key);
    }

    /** Adds what follows from the properties of the infrastructure. */
    void addDefaults() {
        ProviderProfile profile = provider.profile();
        boolean onPremises = profile.hosting() == Hosting.ON_PREMISES;
        boolean containers = profile.runsInContainers();
        if (onPremises && !containers && child(tree, "cluster").containsKey("workers")) {
            put("cluster.workers.extraDisks", List.of(Map.of("sizeGB", 200)));
        }
        put("talos.version", VersionList.current().defaultTalos().toString());
        if (onPremises && !containers) {
            put("talos.schematic", SCHEMATIC);
        }
        put("addons.cni.type", "cilium");
        put("addons.storage.type", containers ? "local-path" : "longhorn");
        if (onPremises) {
            put("addons.loadBalancer.type", "metallb");
        }
        if (containers) {
            put("addons.controlPlaneProvider.enabled", false);
            put("addons.capi.enabled", false);
        }
    }

    /** Adds the provider section. */
    void addSection(Map<String, Object> section) {
        if (!section.isEmpty()) {
            put("providerConfig." + provider.profile().name(), new LinkedHashMap<>(section));
        }
    }

    /** Returns the file. */
    String text(String fileName) {
        String head = """
                # A management cluster on %s, written by butleradm init.
                # Check it with 'butleradm preflight -c %s', try it with 'butleradm rehearse -c %s'.
                """.formatted(provider.profile().title(), fileName, fileName);
        return head + new CommentedYamlWriter(comments()).write(tree);
    }

    private Map<String, String> comments() {
        Map<String, String> comments = new LinkedHashMap<>();
        comments.put("cluster.workers.extraDisks", "Disk for Longhorn volumes.");
        comments.put(
                "network.vip",
                "Virtual address of the Kubernetes API: unused, in the network of the machines, outside DHCP and the pool below.");
        comments.put(
                "network.loadBalancerPool",
                "Addresses for Services of type LoadBalancer: the ingress controller needs one, each tenant control plane another.");
        comments.put("network.nodeAddresses", "Addresses of the machines.");
        comments.put("talos.schematic", "Schematic of the Talos Image Factory with qemu-guest-agent and iscsi-tools.");
        if (provider.profile().runsInContainers()) {
            comments.put(
                    "addons.storage",
                    "Directories on the machines; Longhorn needs disks, which containers do not have.");
            comments.put("addons.controlPlaneProvider", "For tenant clusters, whose workers cannot be containers.");
        }
        for (ConfigKeyDescription row : provider.keys().rows()) {
            comments.put("providerConfig." + provider.profile().name() + "." + row.path(), row.description());
        }
        return comments;
    }
}
