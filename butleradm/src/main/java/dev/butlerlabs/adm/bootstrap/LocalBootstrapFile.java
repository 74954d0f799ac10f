package dev.butlerlabs.adm.bootstrap;

/**
 * The built-in bootstrap file of the provider local: a cluster that fits on a laptop. Like the example
 * {@code configs/examples/bootstrap-local.yaml}.
 */
record LocalBootstrapFile(int controlPlanes, int workers) {
    static final String PROVIDER = "local";

    private static final String TEXT = """
            # A management cluster in containers, created by butleradm bootstrap local.
            provider: local

            cluster:
              name: butler-local
              topology: %s
              controlPlane:
                replicas: %d
                cpu: 2
                memoryMB: 4096
                diskGB: 20
            %s
            network:
              podCIDR: 10.244.0.0/16
              serviceCIDR: 10.96.0.0/12
              vip: 10.5.0.10
              loadBalancerPool:
                start: 10.5.0.200
                end: 10.5.0.250
              nodeAddresses:
                start: 10.5.0.20
                end: 10.5.0.39
                subnet: 10.5.0.0/24
                gateway: 10.5.0.1

            talos:
              version: v1.12.1

            addons:
              cni:
                type: cilium
              storage:
                type: none
              loadBalancer:
                type: metallb
              controlPlaneProvider:
                enabled: false
              capi:
                enabled: false
            """;

    private static final String WORKERS = """
              workers:
                replicas: %d
                cpu: 2
                memoryMB: 4096
                diskGB: 20
            """;

    String text() {
        boolean single = controlPlanes == 1 && workers == 0;
        return TEXT.formatted(
                single ? "single-node" : "ha", controlPlanes, workers == 0 ? "" : WORKERS.formatted(workers));
    }
}
