package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.version.VersionList;

/**
 * The built-in bootstrap file of the provider local: a cluster that fits on a laptop. Apart from the number of machines, it is the example
 * {@code configs/examples/bootstrap-local.yaml}.
 */
record LocalBootstrapFile(int controlPlanes, int workers) {
    static final String PROVIDER = "local";

    String text() {
        boolean single = controlPlanes == 1 && workers == 0;
        return """
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
                  version: %s

                addons:
                  cni:
                    type: cilium
                  storage:
                    type: local-path
                  loadBalancer:
                    type: metallb
                  controlPlaneProvider:
                    enabled: false
                  capi:
                    enabled: false
                """.formatted(
                        single ? "single-node" : "ha",
                        controlPlanes,
                        workersSection(),
                        VersionList.current().defaultTalos());
    }

    private String workersSection() {
        return workers == 0 ? "" : """
                  workers:
                    replicas: %d
                    cpu: 2
                    memoryMB: 4096
                    diskGB: 20
                """.formatted(workers);
    }
}
