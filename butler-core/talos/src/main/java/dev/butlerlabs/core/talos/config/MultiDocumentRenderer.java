package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.TalosImages;
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
final class MultiDocumentRenderer {
    private static final String CONTROL_PLANE_ROLE = "node-role.kubernetes.io/control-plane";
    private static final String DISCOVERY_SERVICE = "https://discovery.talos.dev/";
    private static final int VXLAN_PORT = 4789;

    private final MachineClusterOptions options;
    private final SecretsBundle secrets;
    private final MachineType type;
    private final MachineNodeOptions node;
    private final boolean controlPlane;
    private final NodeDocumentRenderer separate;
    private final List<Map<String, Object>> documents = new ArrayList<>();

    MultiDocumentRenderer(
            MachineClusterOptions options, SecretsBundle secrets, MachineType type, MachineNodeOptions node) {
        this.options = options;
        this.secrets = secrets;
        this.type = type;
        this.node = node;
        this.controlPlane = type == MachineType.CONTROL_PLANE;
        this.separate = new NodeDocumentRenderer(options, type, node);
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

    private void add(OrderedFields document) {
        documents.add(document.map());
    }

    private Map<String, Object> main() {
        OrderedFields cluster = new OrderedFields().with("token", secrets.bootstrapToken());
        if (controlPlane) {
            cluster.with("etcd", new OrderedFields().with("ca", base64Pair(secrets.etcd())));
        }
        return new OrderedFields()
                .with("version", "v1alpha1")
                .with("debug", false)
                .with("persist", true)
                .with(
                        "machine",
                        new OrderedFields()
                                .with("type", type.word())
                                .with("token", secrets.trustdToken())
                                .with(
                                        "ca",
                                        base64Pair(
                                                controlPlane
                                                        ? secrets.os()
                                                        : secrets.os().withoutKey()))
                                .with("certSANs", options.additionalSans())
                                .with("features", new OrderedFields().with("diskQuotaSupport", true)))
                .with("cluster", cluster)
                .map();
    }

    private void discovery() {
        if (options.discovery()) {
            add(OrderedFields.document("DiscoveryServiceConfig")
                    .with("name", "default")
                    .with("endpoint", DISCOVERY_SERVICE));
        }
        add(OrderedFields.document("DiscoveryIdentityConfig")
                .with("clusterID", secrets.clusterId())
                .with("clusterSecret", secrets.clusterSecret()));
    }

    private void installation() {
        Installation installation = options.installation();
        installation
                .disk()
                .ifPresent(disk -> add(OrderedFields.document("UnattendedInstallConfig")
                        .with("installer", new OrderedFields().withPresent("image", installation.image()))
                        .with(
                                "provisioning",
                                new OrderedFields()
                                        .with(
                                                "diskSelector",
                                                new OrderedFields().with("match", NodeDocumentRenderer.isDevice(disk)))
                                        .with("wipe", false))));
    }

    private void system() {
        add(OrderedFields.document("ResolverConfig")
                .withFilled("nameservers", separate.nameserverList())
                .with("hostDNS", new OrderedFields().with("enabled", true).with("forwardKubeDNSToHost", true)));
        if (!options.sysctls().isEmpty()) {
            add(OrderedFields.document("SysctlConfig").withFilled("params", options.sysctls()));
        }
        add(OrderedFields.document("VolumeConfig")
                .with("name", "EPHEMERAL")
                .with("mount", new OrderedFields().with("secure", true)));
        add(OrderedFields.document("FilesystemTrimConfig").with("interval", "168h0m0s"));
        add(OrderedFields.document("SecurityProfileConfig").with("workloadIsolation", true));
    }

    private void kubernetesNode() {
        add(OrderedFields.document("KubeClusterConfig")
                .with("clusterName", options.clusterName())
                .with("endpoint", options.endpoint()));
        add(OrderedFields.document("KubeNodeConfig")
                .with("nodeIP", new OrderedFields())
                .withFilled("labels", labels())
                .withFilled("annotations", node.annotations())
                .withFilled("taints", taints()));
        add(OrderedFields.document("KubeletConfig")
                .with("image", TalosImages.kubelet(options.kubernetes()))
                .with("config", new OrderedFields())
                .with("defaultRuntimeSeccompProfileEnabled", true));
        add(OrderedFields.document("KubeNetworkConfig")
                .with("dnsDomain", options.dnsDomain())
                .with("podSubnets", options.podSubnets())
                .with("serviceSubnets", options.serviceSubnets()));
        add(
                controlPlane
                        ? OrderedFields.document("KubeAPIServerCAConfig")
                                .with("issuingCA", pemPair(secrets.kubernetes()))
                        : OrderedFields.document("KubeAPIServerCAConfig")
                                .with(
                                        "acceptedCAs",
                                        List.of(secrets.kubernetes().certificate())));
        int port = options.kubePrismPort().orElseThrow();
        if (port > 0) {
            add(OrderedFields.document("KubePrismConfig").with("port", port));
        }
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        if (controlPlane) {
            labels.put(CONTROL_PLANE_ROLE, "");
        }
        if (controlPlane && options.excludeFromLoadBalancers()) {
            labels.put(SingleDocumentRenderer.EXCLUDE_LABEL, "");
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
        add(OrderedFields.document("KubeAggregatorCAConfig").with("issuingCA", pemPair(secrets.aggregator())));
        add(OrderedFields.document("KubeAdmissionControlConfig")
                .with("name", "PodSecurity")
                .with("configuration", ApiServerDefaults.podSecurity()));
        add(OrderedFields.document("KubeAuditPolicyConfig").with("configuration", ApiServerDefaults.audit()));
        add(OrderedFields.document("KubeAuthenticationConfig")
                .with("configuration", ApiServerDefaults.authentication()));
        add(OrderedFields.document("KubeAuthorizerConfig").with("name", "node").with("type", "Node"));
        add(OrderedFields.document("KubeAuthorizerConfig").with("name", "rbac").with("type", "RBAC"));
        add(OrderedFields.document("KubeEtcdEncryptionConfig").with("config", encryption()));
        add(OrderedFields.document("KubeServiceAccountConfig")
                .with(
                        "issuer",
                        new OrderedFields()
                                .with("privateKey", secrets.serviceAccountKey())
                                .with("issuerURL", options.endpoint())));
    }

    /** The key names are those that Talos has always used in stored data. */
    private OrderedFields encryption() {
        OrderedFields provider = switch (secrets.encryption()) {
            case EncryptionSecret.Secretbox secretbox ->
                new OrderedFields().with("secretbox", keys("key2", secretbox.value()));
            case EncryptionSecret.AesCbc aesCbc -> new OrderedFields().with("aescbc", keys("key1", aesCbc.value()));
        };
        return new OrderedFields()
                .with(
                        "resources",
                        List.of(new OrderedFields()
                                .with("providers", List.of(provider.map()))
                                .with("resources", List.of("secrets"))
                                .map()));
    }

    private static OrderedFields keys(String name, String secret) {
        return new OrderedFields()
                .with(
                        "keys",
                        List.of(new OrderedFields()
                                .with("name", name)
                                .with("secret", secret)
                                .map()));
    }

    private void controlPlaneParts() {
        var version = options.kubernetes();
        OrderedFields apiServer =
                OrderedFields.document("KubeAPIServerConfig").with("image", TalosImages.apiServer(version));
        options.apiServerPort().ifPresent(port -> apiServer.with("apiPort", port));
        add(apiServer.withFilled("certExtraSANs", options.additionalSans()));
        add(OrderedFields.document("KubeControllerManagerConfig")
                .with("image", TalosImages.controllerManager(version)));
        add(OrderedFields.document("KubeSchedulerConfig")
                .with("image", TalosImages.scheduler(version))
                .with("config", new OrderedFields()));
        add(OrderedFields.document("KubeProxyConfig")
                .withIf(!options.kubeProxy(), "enabled", false)
                .with("image", TalosImages.proxy(version))
                .with("config", new OrderedFields()));
    }

    private void cni() {
        if (options.cni() instanceof Cni.Flannel) {
            add(OrderedFields.document("KubeFlannelCNIConfig")
                    .with("backendType", "vxlan")
                    .with("backendPort", VXLAN_PORT));
        }
        add(OrderedFields.document("KubeCoreDNSConfig").with("enabled", true));
        if (options.cni() instanceof Cni.Custom custom) {
            List<String> urls = custom.urls();
            for (int i = 0; i < urls.size(); i++) {
                add(OrderedFields.document("KubeExternalManifestConfig")
                        .with("name", i == 0 ? "custom-cni" : "custom-cni-" + i)
                        .with("url", urls.get(i)));
            }
        }
    }

    private static OrderedFields base64Pair(CertificateAndKey pair) {
        return new OrderedFields().with("crt", base64(pair.certificate())).with("key", base64(pair.key()));
    }

    private static OrderedFields pemPair(CertificateAndKey pair) {
        return new OrderedFields().with("cert", pair.certificate()).with("key", pair.key());
    }

    private static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }
}
