package dev.butlerlabs.sim.tenant;

import java.util.List;
import java.util.Map;

/**
 * An infrastructure for tests with real Cluster API: its published CRDs, and a ProviderConfig that renders objects for them.
 *
 * @param definitions directory of the published CRDs
 * @param version version of the CRDs that Butler renders
 * @param kindPrefix start of the kinds, such as {@code AWS} for AWSCluster and AWSMachine
 * @param spec spec of the ProviderConfig without its credentials
 * @param image image of workers
 */
record TestedInfrastructure(
        String name,
        String definitions,
        String version,
        String kindPrefix,
        String spec,
        Map<String, String> credentials,
        String image) {
    private static final String GROUP = "infrastructure.cluster.x-k8s.io";
    /** The version that Cluster API 1.9 and 1.11 both serve. */
    static final SimulatedResourceType CLUSTER = SimulatedResourceType.of("cluster.x-k8s.io/v1beta1", "Cluster");

    static final SimulatedResourceType MACHINE = SimulatedResourceType.of("cluster.x-k8s.io/v1beta1", "Machine");

    static final List<TestedInfrastructure> ALL = List.of(
            new TestedInfrastructure(
                    "harvester",
                    "capk-kubevirt",
                    "v1alpha1",
                    "Kubevirt",
                    "harvester: {networkName: default/lan}",
                    Map.of("kubeconfig", "x"),
                    "default/image"),
            new TestedInfrastructure(
                    "nutanix",
                    "capx-nutanix",
                    "v1beta1",
                    "Nutanix",
                    "nutanix: {endpoint: \"https://prism:9440\", clusterUUID: 0005b0f1-8f43-a0f2-02b7-3cecef193712, subnetUUID: lan}",
                    Map.of("username", "u", "password", "p"),
                    "c7938dc6-7659-453e-a688-e26020c68e43"),
            new TestedInfrastructure(
                    "proxmox",
                    "capmox-proxmox",
                    "v1alpha1",
                    "Proxmox",
                    "proxmox: {endpoint: \"https://pve:8006\", nodes: [a], storage: lvm},"
                            + " network: {subnet: 192.0.2.0/24, gateway: 192.0.2.1, dnsServers: [192.0.2.2]}",
                    Map.of("token", "u@pve!t=s"),
                    "9000"),
            new TestedInfrastructure(
                    "aws",
                    "capa-aws",
                    "v1beta2",
                    "AWS",
                    "aws: {region: eu-west-1, vpcID: vpc-1, subnetIDs: [subnet-1], securityGroupIDs: [sg-1]}",
                    Map.of("accessKeyID", "a", "secretAccessKey", "s"),
                    "ami-1"),
            new TestedInfrastructure(
                    "gcp",
                    "capg-gcp",
                    "v1beta1",
                    "GCP",
                    "gcp: {projectID: p, region: europe-west1}",
                    Map.of("serviceAccountKey", "k"),
                    "image"),
            new TestedInfrastructure(
                    "azure",
                    "capz-azure",
                    "v1beta1",
                    "Azure",
                    "azure: {subscriptionID: s, resourceGroup: r, location: westeurope}",
                    Map.of("clientID", "c", "clientSecret", "s", "tenantID", "t"),
                    "a:b:c:d"));

    SimulatedResourceType cluster() {
        return new SimulatedResourceType(GROUP, version, kindPrefix + "Cluster");
    }

    SimulatedResourceType machine() {
        return new SimulatedResourceType(GROUP, version, kindPrefix + "Machine");
    }

    SimulatedResourceType machineTemplate() {
        return new SimulatedResourceType(GROUP, version, kindPrefix + "MachineTemplate");
    }
}
