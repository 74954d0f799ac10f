package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One tenant cluster on every infrastructure, at the same time in one management cluster. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class EveryInfrastructureTest {
    private static final Map<String, Infrastructure> ALL = all();

    private record Infrastructure(String spec, Map<String, String> credentials, String image) {}

    private static Map<String, Infrastructure> all() {
        Map<String, Infrastructure> all = new LinkedHashMap<>();
        all.put(
                "harvester",
                new Infrastructure(
                        "harvester: {networkName: default/lan}", Map.of("kubeconfig", "x"), "default/rocky"));
        all.put(
                "nutanix",
                new Infrastructure(
                        "nutanix: {endpoint: \"https://prism:9440\", clusterUUID: c, subnetUUID: s}",
                        Map.of("username", "u", "password", "p"),
                        "rocky"));
        all.put(
                "proxmox",
                new Infrastructure(
                        "proxmox: {endpoint: \"https://pve:8006\", nodes: [a], storage: lvm},"
                                + " network: {subnet: 192.0.2.0/24, gateway: 192.0.2.1, dnsServers: [192.0.2.2]}",
                        Map.of("token", "u@pve!t=s"),
                        "9000"));
        all.put(
                "aws",
                new Infrastructure(
                        "aws: {region: eu-west-1}", Map.of("accessKeyID", "a", "secretAccessKey", "s"), "ami-1"));
        all.put(
                "gcp",
                new Infrastructure(
                        "gcp: {projectID: p, region: europe-west1}", Map.of("serviceAccountKey", "k"), "rocky"));
        all.put(
                "azure",
                new Infrastructure(
                        "azure: {subscriptionID: s, resourceGroup: r, location: westeurope}",
                        Map.of("clientID", "c", "clientSecret", "s", "tenantID", "t"),
                        "a:b:c:d"));
        return all;
    }

    @Test
    void everyInfrastructureBecomesReadyAndGoesAgain() {
        try (ManagementWorld world = ManagementWorld.brisk()) {
            ALL.forEach((name, one) -> {
                world.provider(name, "provider: %s, %s".formatted(name, one.spec()), one.credentials());
                world.tenant(
                        name,
                        "kubernetesVersion: v1.31.4, providerConfigRef: {name: %s}, workers: {replicas: 1, machineTemplate: {os: {imageRef: \"%s\"}}}"
                                .formatted(name, one.image()),
                        Map.of("butler.butlerlabs.dev/node-addresses", "192.0.2.10-192.0.2.20"));
            });
            ALL.keySet().forEach(world::awaitReady);
            assertThat(outsiders(world)).hasSize(1);

            ALL.keySet().forEach(name -> world.named(name).delete());
            ALL.keySet().forEach(world::awaitGone);
            assertThat(outsiders(world)).isEmpty();
            assertThat(world.client()
                            .secrets()
                            .inNamespace("capa-system")
                            .list()
                            .getItems())
                    .isEmpty();
        }
    }

    private static List<?> outsiders(ManagementWorld world) {
        return world.client()
                .genericKubernetesResources("infrastructure.cluster.x-k8s.io/v1beta2", "AWSClusterStaticIdentity")
                .list()
                .getItems();
    }
}
