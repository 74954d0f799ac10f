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

/** Generates the format up to Talos 1.13: one main document, with a few separate documents since 1.12. */
final class MainDocumentForm {
    static final String EXCLUDE_LABEL = "node.kubernetes.io/exclude-from-external-load-balancers";

    private final ClusterOptions options;
    private final SecretsBundle secrets;
    private final MachineType type;
    private final NodeOptions node;
    private final boolean controlPlane;
    private final boolean since12;

    MainDocumentForm(ClusterOptions options, SecretsBundle secrets, MachineType type, NodeOptions node) {
        this.options = options;
        this.secrets = secrets;
        this.type = type;
        this.node = node;
        this.controlPlane = type == MachineType.CONTROL_PLANE;
        this.since12 = options.contract().isAtLeast(1, 12);
    }

    List<Map<String, Object>> documents() {
        List<Map<String, Object>> documents = new ArrayList<>();
        documents.add(new Fields()
                .with("version", "v1alpha1")
                .with("debug", false)
                .with("persist", true)
                .with("machine", machine())
                .with("cluster", cluster())
                .map());
        NodeDocuments separate = new NodeDocuments(options, type, node);
        if (since12) {
            documents.addAll(separate.registryMirrors());
            documents.add(separate.hostname());
            documents.addAll(separate.sharedAddress());
            documents.addAll(separate.timeServers());
            documents.addAll(separate.nameservers());
        }
        if (options.contract().isAtLeast(1, 10)) {
            documents.addAll(separate.volumes());
        }
        return documents;
    }

    private Fields machine() {
        return new Fields()
                .with("type", type.word())
                .with("token", secrets.trustdToken())
                .with("ca", pair(secrets.os()))
                .with("certSANs", options.additionalSans())
                .with(
                        "kubelet",
                        new Fields()
                                .with("image", Images.kubelet(options.kubernetes()))
                                .with("defaultRuntimeSeccompProfileEnabled", true)
                                .with("disableManifestsDirectory", true))
                .withIf(!options.contract().isAtLeast(1, 13), "network", network())
                .withIf(
                        !options.contract().isAtLeast(1, 10)
                                && !node.extraDisks().isEmpty(),
                        "disks",
                        disks())
                .with("install", install())
                .withIf(
                        !since12 && !options.timeServers().isEmpty(),
                        "time",
                        new Fields().with("servers", options.timeServers()))
                .withFilled("sysctls", options.sysctls())
                .withIf(
                        !since12 && !options.registryMirrors().isEmpty(),
                        "registries",
                        new Fields().with("mirrors", mirrors()))
                .with("features", features())
                .withFilled("nodeLabels", labels())
                .withFilled("nodeAnnotations", node.annotations())
                .withFilled("nodeTaints", node.taints());
    }

    private Fields network() {
        Fields network = new Fields();
        if (!since12) {
            network.withPresent("hostname", node.hostname()).withFilled("nameservers", options.nameservers());
            options.sharedAddress()
                    .filter(_ -> controlPlane)
                    .ifPresent(shared -> network.with(
                            "interfaces",
                            List.of(new Fields()
                                    .with("interface", shared.link())
                                    .with("dhcp", true)
                                    .with("vip", new Fields().with("ip", shared.address()))
                                    .map())));
        }
        return network;
    }

    private List<Map<String, Object>> disks() {
        return node.extraDisks().stream()
                .map(disk -> new Fields()
                        .with("device", disk.device())
                        .with(
                                "partitions",
                                List.of(new Fields()
                                        .with("mountpoint", disk.mountPoint())
                                        .map()))
                        .map())
                .toList();
    }

    private Fields install() {
        Installation installation = options.installation();
        return new Fields()
                .withPresent("disk", installation.disk())
                .withFilled("extraKernelArgs", installation.kernelArguments())
                .withPresent("image", installation.image())
                .with("wipe", false)
                .withIf(since12, "grubUseUKICmdline", true);
    }

    private Map<String, Object> mirrors() {
        Map<String, Object> mirrors = new LinkedHashMap<>();
        options.registryMirrors()
                .forEach((host, urls) ->
                        mirrors.put(host, new Fields().with("endpoints", urls).map()));
        return mirrors;
    }

    private Fields features() {
        int port = options.kubePrismPort().orElseThrow();
        return new Fields()
                .withIf(!since12, "rbac", true)
                .withIf(!since12, "stableHostname", true)
                .withIf(!since12, "apidCheckExtKeyUsage", true)
                .with("diskQuotaSupport", true)
                .withIf(
                        port > 0,
                        "kubePrism",
                        new Fields().with("enabled", true).with("port", port))
                .with("hostDNS", new Fields().with("enabled", true).with("forwardKubeDNSToHost", true));
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        if (controlPlane && options.excludeFromLoadBalancers()) {
            labels.put(EXCLUDE_LABEL, "");
        }
        labels.putAll(node.labels());
        return labels;
    }

    private Fields cluster() {
        Fields cluster = new Fields()
                .with("id", secrets.clusterId())
                .with("secret", secrets.clusterSecret())
                .with("controlPlane", endpoint())
                .with("clusterName", options.clusterName())
                .with("network", clusterNetwork())
                .with("token", secrets.bootstrapToken());
        if (controlPlane) {
            encryption(cluster);
        }
        cluster.with("ca", pair(secrets.kubernetes()));
        if (controlPlane) {
            controlPlaneParts(cluster);
        }
        return cluster.with("discovery", discovery());
    }

    private Fields endpoint() {
        Fields endpoint = new Fields().with("endpoint", options.endpoint());
        if (controlPlane) {
            options.apiServerPort().ifPresent(port -> endpoint.with("localAPIServerPort", port));
        }
        return endpoint;
    }

    private Fields clusterNetwork() {
        Fields network = new Fields();
        switch (options.cni()) {
            case Cni.Flannel _ -> {}
            case Cni.None _ -> network.with("cni", new Fields().with("name", "none"));
            case Cni.Custom custom ->
                network.with("cni", new Fields().with("name", "custom").with("urls", custom.urls()));
        }
        return network.with("dnsDomain", options.dnsDomain())
                .with("podSubnets", options.podSubnets())
                .with("serviceSubnets", options.serviceSubnets());
    }

    private void encryption(Fields cluster) {
        switch (secrets.encryption()) {
            case EncryptionSecret.Secretbox secretbox -> cluster.with("secretboxEncryptionSecret", secretbox.value());
            case EncryptionSecret.AesCbc aesCbc -> cluster.with("aescbcEncryptionSecret", aesCbc.value());
        }
    }

    private void controlPlaneParts(Fields cluster) {
        var version = options.kubernetes();
        cluster.with("aggregatorCA", pair(secrets.aggregator()))
                .with("serviceAccount", new Fields().with("key", base64(secrets.serviceAccountKey())))
                .with("apiServer", apiServer())
                .with("controllerManager", new Fields().with("image", Images.controllerManager(version)))
                .with(
                        "proxy",
                        new Fields()
                                .withIf(!options.kubeProxy(), "disabled", true)
                                .with("image", Images.proxy(version)))
                .with("scheduler", new Fields().with("image", Images.scheduler(version)))
                .with("etcd", new Fields().with("ca", pair(secrets.etcd())))
                .withIf(options.allowSchedulingOnControlPlanes(), "allowSchedulingOnControlPlanes", true);
    }

    private Fields apiServer() {
        List<String> names = new ArrayList<>();
        if (!since12) {
            names.add(options.endpointHost());
        }
        names.addAll(options.additionalSans());
        return new Fields()
                .with("image", Images.apiServer(options.kubernetes()))
                .withFilled("certSANs", names)
                .withIf(!since12, "disablePodSecurityPolicy", true)
                .with(
                        "admissionControl",
                        List.of(new Fields()
                                .with("name", "PodSecurity")
                                .with("configuration", ApiServerPolicies.podSecurity())
                                .map()))
                .with("auditPolicy", ApiServerPolicies.audit());
    }

    private Fields discovery() {
        return new Fields()
                .with("enabled", options.discovery())
                .with(
                        "registries",
                        new Fields()
                                .with("kubernetes", new Fields().with("disabled", true))
                                .with("service", new Fields()));
    }

    /** Omits CA keys except on control plane nodes. */
    private Fields pair(CertificateAndKey pair) {
        return new Fields().with("crt", base64(pair.certificate())).with("key", controlPlane ? base64(pair.key()) : "");
    }

    private static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }
}
