package dev.butlerlabs.core.tenant.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every infrastructure with every operating system and every option that changes what is rendered. */
final class TenantMatrix {
    private static final Map<String, String> INFRASTRUCTURES = infrastructures();
    private static final List<String> SYSTEMS = List.of("rocky", "flatcar", "talos");
    private static final List<String> EXPOSURES = List.of("{}", """
            {controlPlaneExposure: {mode: Ingress, hostname: "*.k8s.example.org", ingressClassName: nginx, controllerType: nginx}}""", """
            {controlPlaneExposure: {mode: Gateway, hostname: "*.k8s.example.org", gatewayRef: infra/shared}}""");
    private static final List<String> ENDPOINTS = List.of("", "endpoint: {host: 192.0.2.9, port: 6443}");
    private static final List<String> CONTROL_PLANES = List.of("{}", """
            {replicas: 3, serviceType: NodePort, dataStoreRef: {name: fast}, certSANs: [a.example.org], externalCloudProvider: false, \
            resources: {apiServer: {requests: {cpu: 500m, memory: 1Gi}, limits: {cpu: "2"}}, scheduler: {limits: {memory: 1Gi}}}}""");
    private static final List<String> MACHINES = List.of("os: {type: %s, imageRef: IMAGE}", """
            cpu: 9, memory: 33Gi, diskSize: 250Gi, os: {type: %s, imageRef: IMAGE, sshAuthorizedKey: ssh-ed25519 AAAA x, \
            schematicID: abc, talos: {version: v1.10.1, installDisk: /dev/sdb}}""");

    private TenantMatrix() {}

    private static Map<String, String> infrastructures() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("kubevirt", """
                provider:
                  {provider: harvester, credentialsRef: {name: h}, harvester: {networkName: default/lan, uefi: true}}
                image: default/image""");
        all.put("harvester", """
                installed: harvester
                provider: {provider: harvester, credentialsRef: {name: h}, harvester: {networkName: default/lan}}
                image: default/image""");
        all.put("nutanix", """
                provider:
                  provider: nutanix
                  credentialsRef: {name: n}
                  nutanix: {endpoint: "https://prism:9440", clusterUUID: 0005b0f1-8f43-a0f2-02b7-3cecef193712, subnetUUID: lan}
                credentials: {username: u, password: hidden-p, ca.pem: x}
                image: c7938dc6-7659-453e-a688-e26020c68e43""");
        all.put("proxmox", """
                provider:
                  provider: proxmox
                  credentialsRef: {name: p}
                  proxmox: {endpoint: "https://pve:8006", nodes: [a, b], storage: lvm, vmidRange: {start: 100, end: 200}}
                  network: {subnet: 192.0.2.0/24, gateway: 192.0.2.1, dnsServers: [192.0.2.2]}
                credentials: {token: "u@pve!t=hidden-s"}
                addresses: {nodes: {start: 192.0.2.100, end: 192.0.2.110}}
                image: 9000""");
        all.put("aws", """
                provider:
                  provider: aws
                  credentialsRef: {name: a}
                  aws: {region: eu-west-1, vpcID: vpc-1, subnetIDs: [subnet-1], securityGroupIDs: [sg-1]}
                credentials: {accessKeyID: a, secretAccessKey: hidden-s, sessionToken: hidden-t}
                image: ami-1""");
        all.put("gcp", """
                provider:
                  provider: gcp
                  credentialsRef: {name: g}
                  gcp: {projectID: p, region: europe-west1, network: lan, subnetwork: workers, serviceAccount: s@p, tags: [worker]}
                credentials: {serviceAccountKey: hidden-k}
                image: talos""");
        all.put("azure", """
                provider:
                  provider: azure
                  credentialsRef: {name: a}
                  azure: {subscriptionID: s, resourceGroup: r, location: westeurope, vnetName: lan, subnetName: workers}
                credentials: {clientID: c, clientSecret: hidden-s, tenantID: t}
                image: "a:b:c:d\"""");
        return all;
    }

    static List<TenantCase> all() {
        List<TenantCase> cases = new ArrayList<>();
        INFRASTRUCTURES.forEach((name, infrastructure) ->
                SYSTEMS.forEach(system -> EXPOSURES.forEach(exposure -> ENDPOINTS.forEach(endpoint ->
                        CONTROL_PLANES.forEach(controlPlane -> MACHINES.forEach(machine -> cases.add(one(
                                name + "-" + cases.size(),
                                infrastructure,
                                system,
                                exposure,
                                endpoint,
                                controlPlane,
                                machine))))))));
        return cases;
    }

    private static TenantCase one(
            String name,
            String infrastructure,
            String system,
            String exposure,
            String endpoint,
            String controlPlane,
            String machine) {
        String image = TenantCase.parse(infrastructure).tree().path("image").asText();
        return TenantCase.parse("""
                name: %s
                cluster:
                  kubernetesVersion: v1.31.4
                  controlPlane: %s
                  workers: {replicas: 2, machineTemplate: {%s}}
                  timeServers: [time.example.org]
                platform: %s
                %s
                %s
                """.formatted(
                        name,
                        controlPlane,
                        machine.formatted(system).replace("IMAGE", "\"" + image + "\""),
                        exposure,
                        endpoint,
                        infrastructure));
    }
}
