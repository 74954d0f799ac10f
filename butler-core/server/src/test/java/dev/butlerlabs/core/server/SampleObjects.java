package dev.butlerlabs.core.server;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.stream.IntStream;

/** The objects of the sample platform. */
final class SampleObjects {
    private static final int CLUSTERS = Integer.getInteger("butler.sample.clusters", 40);

    private SampleObjects() {}

    static void create(ConsoleTestBed bed) {
        List.of("payments", "search", "butler-tenants", "butler-system").forEach(bed::namespace);
        team(bed, "payments", "Payments");
        team(bed, "search", "Search <b>and</b> discovery");
        pool(bed);
        provider(
                bed,
                "harvester-lab",
                "harvester: {endpoint: \"https://harvester.example.com\", networkName: default/vlan40}");
        IntStream.range(0, CLUSTERS)
                .forEach(i -> create(
                        bed,
                        ConsoleTestBed.cluster(
                                i % 3 == 0 ? "search" : SampleConsole.NAMESPACE, "web-%04d".formatted(i))));
    }

    private static void create(ConsoleTestBed bed, String yaml) {
        GenericKubernetesResource object =
                bed.admin.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
        Object status = object.getAdditionalProperties().get("status");
        GenericKubernetesResource created = bed.admin.resource(object).create();
        if (status != null) {
            created.setAdditionalProperty("status", status);
            bed.admin.resource(created).updateStatus();
        }
    }

    private static void team(ConsoleTestBed bed, String name, String displayName) {
        create(bed, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: Team
                metadata: {name: %s}
                spec:
                  displayName: %s
                  access:
                    users: [{name: ada@example.com, role: admin}, {name: vera@example.com, role: viewer}]
                  resourceLimits: {maxClusters: 30, maxCPUCores: 400, maxMemory: 2Ti}
                status:
                  phase: Ready
                  resourceUsage: {clusters: 26, totalCPU: "208", totalMemory: 832Gi}
                """.formatted(name, displayName));
    }

    private static void pool(ConsoleTestBed bed) {
        create(bed, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: NetworkPool
                metadata: {name: lab-pool, namespace: butler-system}
                spec:
                  cidr: 10.40.0.0/22
                  reserved: [{cidr: 10.40.0.0/28, description: management cluster}]
                """);
        IntStream.range(0, 12).forEach(i -> allocation(bed, i));
    }

    private static void allocation(ConsoleTestBed bed, int i) {
        create(bed, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: IPAllocation
                metadata: {name: web-%1$04d-nodes, namespace: butler-system}
                spec:
                  poolRef: {name: lab-pool, namespace: butler-system}
                  tenantClusterRef: {name: web-%1$04d, namespace: %2$s}
                  type: nodes
                  count: 8
                status: {phase: Allocated, startAddress: 10.40.1.%3$d, endAddress: 10.40.1.%4$d, allocatedCount: 8}
                """.formatted(i, i % 3 == 0 ? "search" : SampleConsole.NAMESPACE, i * 20, i * 20 + 7));
    }

    private static void provider(ConsoleTestBed bed, String name, String section) {
        create(bed, """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ProviderConfig
                metadata: {name: %s, namespace: butler-system}
                spec:
                  provider: harvester
                  credentialsRef: {name: harvester}
                  %s
                """.formatted(name, section));
    }
}
