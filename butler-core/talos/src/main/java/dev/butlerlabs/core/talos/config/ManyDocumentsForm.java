package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.Images;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.EncryptionSecret;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Generates the format since Talos 1.14: a small main document and separate documents. */
final class ManyDocumentsForm {
    private static final String CONTROL_PLANE_ROLE = "node-role.kubernetes.io/control-plane";
    private static final String DISCOVERY_SERVICE = "https://discovery.talos.dev/";
    private static final int VXLAN_PORT = 4789;

    private final ClusterOptions options;
    private final SecretsBundle secrets;
    private final MachineType type;
    private final NodeOptions node;
    private final boolean controlPlane;
    private final NodeDocuments separate;
    private final List<Map<String, Object>> documents = new ArrayList<>();

    ManyDocumentsForm(ClusterOptions options, SecretsBundle secrets, MachineType type, NodeOptions node) {
        this.options = options;
        this.secrets = secrets;
        this.type = type;
        this.node = node;
        this.controlPlane = type == MachineType.CONTROL_PLANE;
        this.separate = new NodeDocuments(options, type, node);
    }

    List<Map<String, Object>> documents() {
        documents.add(main());
        discovery();
        installation();
        system();
        documents.addAll(separate.registryMirrors());
        documents.add(separate.hostname());
        kubernetesNode();
        if (controlPlane) {
            apiServerPolicies();
            controlPlaneParts();
            cni();
        }
        documents.addAll(separate.sharedAddress());
        documents.addAll(separate.timeServers());
        documents.addAll(separate.volumes());
        return documents;
    }

    private void add(Fields document) {
        documents.add(document.map());
    }

    private Map<String, Object> main() {
        Fields cluster = new Fields().with("token", secrets.bootstrapToken());
        if (controlPlane) {
            cluster.with("etcd", new Fields().with("ca", base64Pair(secrets.etcd())));
        }
        return new Fields()
                .with("version", "v1alpha1")
                .with("debug", false)
                .with("persist", true)
                .with(
                        "machine",
                        new Fields()
                                .with("type", type.word())
                                .with("token", secrets.trustdToken())
                                .with(
                                        "ca",
                                        base64Pair(
                                                controlPlane
                                                        ? secrets.os()
                                                        : secrets.os().withoutKey()))
                                .with("certSANs", options.additionalSans())
                                .with("features", new Fields().with("diskQuotaSupport", true)))
                .with("cluster", cluster)
                .map();
    }

    private void discovery() {
        if (options.discovery()) {
            add(Fields.document("DiscoveryServiceConfig")
                    .with("name", "default")
                    .with("endpoint", DISCOVERY_SERVICE));
        }
        add(Fields.document("DiscoveryIdentityConfig")
                .with("clusterID", secrets.clusterId())
                .with("clusterSecret", secrets.clusterSecret()));
    }

    private void installation() {
        Installation installation = options.installation();
        installation
                .disk()
                .ifPresent(disk -> add(Fields.document("UnattendedInstallConfig")
                        .with("installer", new Fields().withPresent("image", installation.image()))
                        .with(
                                "provisioning",
                                new Fields()
                                        .with("diskSelector", new Fields().with("match", NodeDocuments.isDevice(disk)))
                                        .with("wipe", false))));
    }

    private void system() {
        add(Fields.document("ResolverConfig")
                .withFilled("nameservers", separate.nameserverList())
                .with("hostDNS", new Fields().with("enabled", true).with("forwardKubeDNSToHost", true)));
        if (!options.sysctls().isEmpty()) {
            add(Fields.document("SysctlConfig").withFilled("params", options.sysctls()));
        }
        add(Fields.document("VolumeConfig").with("name", "EPHEMERAL").with("mount", new Fields().with("secure", true)));
        add(Fields.document("FilesystemTrimConfig").with("interval", "168h0m0s"));
        add(Fields.document("SecurityProfileConfig").with("workloadIsolation", true));
    }

    private void kubernetesNode() {
        add(Fields.document("KubeClusterConfig")
                .with("clusterName", options.clusterName())
                .with("endpoint", options.endpoint()));
        add(Fields.document("KubeNodeConfig")
                .with("nodeIP", new Fields())
                .withFilled("labels", labels())
                .withFilled("annotations", node.annotations())
                .withFilled("taints", taints()));
        add(Fields.document("KubeletConfig")
                .with("image", Images.kubelet(options.kubernetes()))
                .with("config", new Fields())
                .with("defaultRuntimeSeccompProfileEnabled", true));
        add(Fields.document("KubeNetworkConfig")
                .with("dnsDomain", options.dnsDomain())
                .with("podSubnets", options.podSubnets())
                .with("serviceSubnets", options.serviceSubnets()));
        add(
                controlPlane
                        ? Fields.document("KubeAPIServerCAConfig").with("issuingCA", pemPair(secrets.kubernetes()))
                        : Fields.document("KubeAPIServerCAConfig")
                                .with(
                                        "acceptedCAs",
                                        List.of(secrets.kubernetes().certificate())));
        int port = options.kubePrismPort().orElseThrow();
        if (port > 0) {
            add(Fields.document("KubePrismConfig").with("port", port));
        }
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        if (controlPlane) {
            labels.put(CONTROL_PLANE_ROLE, "");
        }
        if (controlPlane && options.excludeFromLoadBalancers()) {
            labels.put(MainDocumentForm.EXCLUDE_LABEL, "");
        }
        labels.putAll(node.labels());
        return labels;
    }

    private Map<String, String> taints() {
        Map<String, String> taints = new LinkedHashMap<>();
        if (controlPlane && !options.allowSchedulingOnControlPlanes()) {
            taints.put(CONTROL_PLANE_ROLE, "NoSchedule");
        }
        taints.putAll(node.taints());
        return taints;
    }

    private void apiServerPolicies() {
        add(Fields.document("KubeAggregatorCAConfig").with("issuingCA", pemPair(secrets.aggregator())));
        add(Fields.document("KubeAdmissionControlConfig")
                .with("name", "PodSecurity")
                .with("configuration", ApiServerPolicies.podSecurity()));
        add(Fields.document("KubeAuditPolicyConfig").with("configuration", ApiServerPolicies.audit()));
        add(Fields.document("KubeAuthenticationConfig").with("configuration", ApiServerPolicies.authentication()));
        add(Fields.document("KubeAuthorizerConfig").with("name", "node").with("type", "Node"));
        add(Fields.document("KubeAuthorizerConfig").with("name", "rbac").with("type", "RBAC"));
        add(Fields.document("KubeEtcdEncryptionConfig").with("config", encryption()));
        add(Fields.document("KubeServiceAccountConfig")
                .with(
                        "issuer",
                        new Fields()
                                .with("privateKey", secrets.serviceAccountKey())
                                .with("issuerURL", options.endpoint())));
    }

    /** The key names are those that Talos has always used in stored data. */
    private Fields encryption() {
        Fields provider = switch (secrets.encryption()) {
            case EncryptionSecret.Secretbox secretbox ->
                new Fields().with("secretbox", keys("key2", secretbox.value()));
            case EncryptionSecret.AesCbc aesCbc -> new Fields().with("aescbc", keys("key1", aesCbc.value()));
        };
        return new Fields()
                .with(
                        "resources",
                        List.of(new Fields()
                                .with("providers", List.of(provider.map()))
                                .with("resources", List.of("secrets"))
                                .map()));
    }

    private static Fields keys(String name, String secret) {
        return new Fields()
                .with(
                        "keys",
                        List.of(new Fields()
                                .with("name", name)
                                .with("secret", secret)
                                .map()));
    }

    private void controlPlaneParts() {
        var version = options.kubernetes();
        Fields apiServer = Fields.document("KubeAPIServerConfig").with("image", Images.apiServer(version));
        options.apiServerPort().ifPresent(port -> apiServer.with("apiPort", port));
        add(apiServer.withFilled("certExtraSANs", options.additionalSans()));
        add(Fields.document("KubeControllerManagerConfig").with("image", Images.controllerManager(version)));
        add(Fields.document("KubeSchedulerConfig")
                .with("image", Images.scheduler(version))
                .with("config", new Fields()));
        add(Fields.document("KubeProxyConfig")
                .withIf(!options.kubeProxy(), "enabled", false)
                .with("image", Images.proxy(version))
                .with("config", new Fields()));
    }

    private void cni() {
        if (options.cni() instanceof Cni.Flannel) {
            add(Fields.document("KubeFlannelCNIConfig")
                    .with("backendType", "vxlan")
                    .with("backendPort", VXLAN_PORT));
        }
        add(Fields.document("KubeCoreDNSConfig").with("enabled", true));
        if (options.cni() instanceof Cni.Custom custom) {
            List<String> urls = custom.urls();
            for (int i = 0; i < urls.size(); i++) {
                add(Fields.document("KubeExternalManifestConfig")
                        .with("name", i == 0 ? "custom-cni" : "custom-cni-" + i)
                        .with("url", urls.get(i)));
            }
        }
    }

    private static Fields base64Pair(CertificateAndKey pair) {
        return new Fields().with("crt", base64(pair.certificate())).with("key", base64(pair.key()));
    }

    private static Fields pemPair(CertificateAndKey pair) {
        return new Fields().with("cert", pair.certificate()).with("key", pair.key());
    }

    private static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }
}
