package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.config.ConfigurationGenerator;
import dev.butlerlabs.core.talos.config.MachineClusterOptions;
import dev.butlerlabs.core.talos.config.MachineClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.config.MachineNodeOptions;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import dev.butlerlabs.core.talos.patch.PatchApplier;
import dev.butlerlabs.core.version.VersionContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration of the contract's nodes, from our own generator. Its patch is for a test bench without access to other networks:
 * no time synchronization, and a kubelet that accepts the first version of cgroups.
 */
record ContractConfiguration(SampleCluster cluster, MachineClusterOptions options) {
    private static final ConfigurationPatch OFFLINE = ConfigurationPatch.parse("offline", """
            machine:
              time: {disabled: true}
              kubelet:
                extraConfig: {failCgroupV1: false}
            """);

    /** @param registry URL of a mirror of every registry that a node uses */
    static ContractConfiguration of(SampleCluster cluster, String controlPlane, Optional<String> registry) {
        Map<String, List<String>> mirrors = registry.map(
                        url -> Map.of("registry.k8s.io", List.of(url), "ghcr.io", List.of(url)))
                .orElse(Map.of());
        MachineClusterOptions options = MachineClusterOptionsBuilder.builder()
                .clusterName("sample")
                .endpoint("https://%s:6443".formatted(controlPlane))
                .contract(VersionContract.parse(ContractBench.VERSION))
                .discovery(false)
                .registryMirrors(mirrors)
                .build();
        return new ContractConfiguration(cluster, options);
    }

    String yaml(MachineType type) {
        MachineConfiguration generated =
                new ConfigurationGenerator(options, cluster.secrets()).generate(type, MachineNodeOptions.NONE);
        return PatchApplier.apply(generated, List.of(OFFLINE)).yaml();
    }
}
