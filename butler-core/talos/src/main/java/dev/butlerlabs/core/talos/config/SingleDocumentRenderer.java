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

/** Generates the format up to Talos 1.13: one main document, with a few separate documents since 1.12. */
final class SingleDocumentRenderer {
    static final String EXCLUDE_LABEL = "node.kubernetes.io/exclude-from-external-load-balancers";

    private final MachineClusterOptions options;
    private final SecretsBundle secrets;
    private final MachineType type;
    private final MachineNodeOptions node;
    private final boolean controlPlane;
    private final boolean since12;

    SingleDocumentRenderer(
            MachineClusterOptions options, SecretsBundle secrets, MachineType type, MachineNodeOptions node) {
        this.options = options;
        this.secrets = secrets;
        this.type = type;
        this.node = node;
        this.controlPlane = type == MachineType.CONTROL_PLANE;
        this.since12 = options.contract().isAtLeast(1, 12);
    }

    List<Map<String, Object>> documents() {
        List<Map<String, Object>> documents = new ArrayList<>();
        documents.add(new OrderedFields()
                .with("version", "v1alpha1")
                .with("debug", false)
                .with("persist", true)
                .with("machine", machine())
                .with("cluster", cluster())
                .map());
        NodeDocumentRenderer separate = new NodeDocumentRenderer(options, type, node);
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

    private OrderedFields machine() {
        return new OrderedFields()
                .with("type", type.word())
                .with("token", secrets.trustdToken())
                .with("ca", pair(secrets.os()))
                .with("certSANs", options.additionalSans())
                .with(
                        "kubelet",
                        new OrderedFields()
                                .with("image", TalosImages.kubelet(options.kubernetes()))
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
                        new OrderedFields().with("servers", options.timeServers()))
                .withFilled("sysctls", options.sysctls())
                .withIf(
                        !since12 && !options.registryMirrors().isEmpty(),
                        "registries",
                        new OrderedFields().with("mirrors", mirrors()))
                .with("features", features())
                .withFilled("nodeLabels", labels())
                .withFilled("nodeAnnotations", node.annotations())
                .withFilled("nodeTaints", node.taints());
    }

    private OrderedFields network() {
        OrderedFields network = new OrderedFields();
        if (!since12) {
            network.withPresent("hostname", node.hostname()).withFilled("nameservers", options.nameservers());
            options.sharedAddress()
                    .filter(_ -> controlPlane)
                    .ifPresent(shared -> network.with(
                            "interfaces",
                            List.of(new OrderedFields()
                                    .with("interface", shared.link())
                                    .with("dhcp", true)
                                    .with("vip", new OrderedFields().with("ip", shared.address()))
                                    .map())));
        }
        return network;
    }

    private List<Map<String, Object>> disks() {
        return node.extraDisks().stream()
                .map(disk -> new OrderedFields()
                        .with("device", disk.device())
                        .with(
                                "partitions",
                                List.of(new OrderedFields()
                                        .with("mountpoint", disk.mountPoint())
                                        .map()))
                        .map())
                .toList();
    }

    private OrderedFields install() {
        Installation installation = options.installation();
        return new OrderedFields()
                .withPresent("disk", installation.disk())
                .withFilled("extraKernelArgs", installation.kernelArguments())
                .withPresent("image", installation.image())
                .with("wipe", false)
                .withIf(since12, "grubUseUKICmdline", true);
    }

    private Map<String, Object> mirrors() {
        Map<String, Object> mirrors = new LinkedHashMap<>();
        options.registryMirrors()
                .forEach((host, urls) -> mirrors.put(
                        host, new OrderedFields().with("endpoints", urls).map()));
        return mirrors;
    }

    private OrderedFields features() {
        int port = options.kubePrismPort().orElseThrow();
        return new OrderedFields()
                .withIf(!since12, "rbac", true)
                .withIf(!since12, "stableHostname", true)
                .withIf(!since12, "apidCheckExtKeyUsage", true)
                .with("diskQuotaSupport", true)
                .withIf(
                        port > 0,
                        "kubePrism",
                        new OrderedFields().with("enabled", true).with("port", port))
                .with("hostDNS", new OrderedFields().with("enabled", true).with("forwardKubeDNSToHost", true));
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        if (controlPlane && options.excludeFromLoadBalancers()) {
            labels.put(EXCLUDE_LABEL, "");
        }
        labels.putAll(node.labels());
        return labels;
    }

    private OrderedFields cluster() {
        OrderedFields cluster = new OrderedFields()
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

    private OrderedFields endpoint() {
        OrderedFields endpoint = new OrderedFields().with("endpoint", options.endpoint());
        if (controlPlane) {
            options.apiServerPort().ifPresent(port -> endpoint.with("localAPIServerPort", port));
        }
        return endpoint;
    }

    private OrderedFields clusterNetwork() {
        OrderedFields network = new OrderedFields();
        switch (options.cni()) {
            case Cni.Flannel _ -> {}
            case Cni.None _ -> network.with("cni", new OrderedFields().with("name", "none"));
            case Cni.Custom custom ->
                network.with("cni", new OrderedFields().with("name", "custom").with("urls", custom.urls()));
        }
        return network.with("dnsDomain", options.dnsDomain())
                .with("podSubnets", options.podSubnets())
                .with("serviceSubnets", options.serviceSubnets());
    }

    private void encryption(OrderedFields cluster) {
        switch (secrets.encryption()) {
            case EncryptionSecret.Secretbox secretbox -> cluster.with("secretboxEncryptionSecret", secretbox.value());
            case EncryptionSecret.AesCbc aesCbc -> cluster.with("aescbcEncryptionSecret", aesCbc.value());
        }
    }

    private void controlPlaneParts(OrderedFields cluster) {
        var version = options.kubernetes();
        cluster.with("aggregatorCA", pair(secrets.aggregator()))
                .with("serviceAccount", new OrderedFields().with("key", base64(secrets.serviceAccountKey())))
                .with("apiServer", apiServer())
                .with("controllerManager", new OrderedFields().with("image", TalosImages.controllerManager(version)))
                .with(
                        "proxy",
                        new OrderedFields()
                                .withIf(!options.kubeProxy(), "disabled", true)
                                .with("image", TalosImages.proxy(version)))
                .with("scheduler", new OrderedFields().with("image", TalosImages.scheduler(version)))
                .with("etcd", new OrderedFields().with("ca", pair(secrets.etcd())))
                .withIf(options.allowSchedulingOnControlPlanes(), "allowSchedulingOnControlPlanes", true);
    }

    private OrderedFields apiServer() {
        List<String> names = new ArrayList<>();
        if (!since12) {
            names.add(options.endpointHost());
        }
        names.addAll(options.additionalSans());
        return new OrderedFields()
                .with("image", TalosImages.apiServer(options.kubernetes()))
                .withFilled("certSANs", names)
                .withIf(!since12, "disablePodSecurityPolicy", true)
                .with(
                        "admissionControl",
                        List.of(new OrderedFields()
                                .with("name", "PodSecurity")
                                .with("configuration", ApiServerDefaults.podSecurity())
                                .map()))
                .with("auditPolicy", ApiServerDefaults.audit());
    }

    private OrderedFields discovery() {
        return new OrderedFields()
                .with("enabled", options.discovery())
                .with(
                        "registries",
                        new OrderedFields()
                                .with("kubernetes", new OrderedFields().with("disabled", true))
                                .with("service", new OrderedFields()));
    }

    /** Omits CA keys except on control plane nodes. */
    private OrderedFields pair(CertificateAndKey pair) {
        return new OrderedFields()
                .with("crt", base64(pair.certificate()))
                .with("key", controlPlane ? base64(pair.key()) : "");
    }

    private static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }
}
