package dev.butlerlabs.adm.bootstrap;

import java.nio.file.Path;
import java.util.Map;

/**
 * A bootstrap file whose infrastructure is a simulated Prism. The section of the infrastructure is its last.
 *
 * @param addons the section of the addons; empty for the default addons
 */
record PrismFile(String cluster, int controlPlanes, int workers, String addons) {
    /** A file with the CNI as the only addon. */
    PrismFile(String cluster, int controlPlanes, int workers) {
        this(cluster, controlPlanes, workers, MinimalAddons.SECTION);
    }

    /**
     * The file itself.
     *
     * @param settings of the simulator and its credentials
     * @param authority the file with the authority that the simulator's certificate is of
     */
    String text(String vip, Map<String, String> settings, Path authority) {
        return """
                provider: nutanix
                cluster:
                  name: %s
                  topology: %s
                  controlPlane: {replicas: %d, cpu: 4, memoryMB: 8192, diskGB: 50}
                  workers: {replicas: %d, cpu: 4, memoryMB: 8192, diskGB: 50}
                network:
                  vip: %s
                talos:
                  version: v1.12.1
                %sproviderConfig:
                  nutanix:
                    endpoint: %s
                    port: %s
                    username: %s
                    password: ${PRISM_PASSWORD}
                    caFile: %s
                    clusterUUID: %s
                    subnetUUID: %s
                    imageUUID: %s
                """.formatted(
                        cluster,
                        controlPlanes + workers == 1 ? "single-node" : "ha",
                        controlPlanes,
                        workers,
                        vip,
                        addons,
                        settings.get("endpoint"),
                        settings.get("port"),
                        settings.get("username"),
                        authority,
                        settings.get("clusterUUID"),
                        settings.get("subnetUUID"),
                        settings.get("imageUUID"));
    }
}
