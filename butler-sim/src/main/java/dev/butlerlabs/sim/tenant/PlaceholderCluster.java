package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.cluster.control.ClusterMember;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A control plane without an API server, for management clusters with thousands of tenants: nothing listens on its
 * address.
 */
final class PlaceholderCluster implements HostedCluster {
    private static final int NOBODY = 1;

    @Override
    public Optional<HostedApi> api() {
        return Optional.empty();
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return NOBODY;
    }

    @Override
    public String kubeconfig() {
        return Kubeconfig.of("hollow", Map.of("server", "https://127.0.0.1:1"), Map.of("token", "none"))
                .toYaml();
    }

    @Override
    public boolean admits(String bootstrapToken) {
        return false;
    }

    @Override
    public void follow(List<ClusterMember> present) {
        // No API exists to create nodes in.
    }

    @Override
    public void deleteNode(String name) {
        // A hollow cluster has no nodes.
    }

    @Override
    public void close() {
        // No resources to close.
    }
}
