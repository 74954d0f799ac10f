package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.server.json.JsonField;
import java.util.Map;

/** The bodies of requests about tenant clusters. */
public final class ClusterRequests {
    private ClusterRequests() {}

    /** A TenantCluster as it is written in a manifest. */
    public record TenantClusterManifest(
            String apiVersion, String kind, Map<String, Object> metadata, Map<String, Object> spec) {}

    /** A number of workers. */
    public record ScaleRequest(
            @JsonField(min = 1, max = 10_000) int replicas) {}

    /** A Kubernetes version. */
    public record UpgradeRequest(
            @JsonField(pattern = "v[0-9]{1,4}\\.[0-9]{1,4}\\.[0-9]{1,4}")
            String kubernetesVersion) {}

    /** Whether reconciliation is paused. */
    public record PauseRequest(boolean paused) {}
}
