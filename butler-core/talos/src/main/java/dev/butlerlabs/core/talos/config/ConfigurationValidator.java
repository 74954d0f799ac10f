package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.TalosCompatibility;
import dev.butlerlabs.core.version.VersionContract;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds problems of a well-formed configuration for which a machine would reject it, as far as possible without the machine. Stateless. */
public final class ConfigurationValidator {
    private static final Set<String> CONTROL_PLANE_TYPES = Set.of("controlplane", "init");
    private static final Set<String> CNI_NAMES = Set.of("", "flannel", "custom", "none");
    private static final Set<String> TAINT_EFFECTS = Set.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final Set<String> CONTROL_PLANE_KINDS = Set.of(
            "KubeAdmissionControlConfig",
            "KubeAggregatorCAConfig",
            "KubeAPIServerConfig",
            "KubeAuditPolicyConfig",
            "KubeAuthenticationConfig",
            "KubeAuthorizerConfig",
            "KubeControllerManagerConfig",
            "KubeCoreDNSConfig",
            "KubeEtcdEncryptionConfig",
            "KubeFlannelCNIConfig",
            "KubeProxyConfig",
            "KubeSchedulerConfig",
            "KubeServiceAccountConfig",
            "KubeTalosAPIAccessConfig",
            "Layer2VIPConfig",
            "HCloudVIPConfig");

    private final MachineConfiguration configuration;
    private final RunMode mode;
    private final Optional<VersionContract> contract;
    private final Map<String, Object> main;
    private final boolean controlPlane;
    private final List<InputProblem> problems = new ArrayList<>();
    private final List<InputProblem> warnings = new ArrayList<>();

    private ConfigurationValidator(
            MachineConfiguration configuration, RunMode mode, Optional<VersionContract> contract) {
        this.configuration = configuration;
        this.mode = mode;
        this.contract = contract;
        this.main = configuration.main().orElse(Map.of());
        this.controlPlane = CONTROL_PLANE_TYPES.contains(ConfigTrees.text(main, "machine", "type"));
    }

    public static ValidationFindings validate(
            MachineConfiguration configuration, RunMode mode, Optional<VersionContract> contract) {
        ConfigurationValidator validator = new ConfigurationValidator(configuration, mode, contract);
        contract.flatMap(VersionContract::warning)
                .ifPresent(sentence -> validator.warnings.add(new InputProblem("", sentence)));
        if (configuration.main().isPresent()) {
            validator.mainDocument();
        }
        validator.kubernetesVersions();
        validator.otherDocuments();
        return new ValidationFindings(validator.problems, validator.warnings);
    }

    private void problem(String path, String sentence) {
        problems.add(new InputProblem(path, sentence));
    }

    private boolean has(String... path) {
        return ConfigTrees.find(main, path).isPresent();
    }

    private boolean hasKind(String kind) {
        return configuration.kind(kind).isPresent();
    }

    private void mainDocument() {
        if (!has("machine")) {
            problem("machine", "is required");
            return;
        }
        String type = ConfigTrees.text(main, "machine", "type");
        if (!controlPlane && !type.equals("worker")) {
            problem("machine.type", "must be controlplane or worker, not '%s'".formatted(type));
        }
        if (Boolean.FALSE.equals(main.get("persist"))) {
            problem("persist", "must not be false");
        }
        endpoint();
        authorities();
        installation();
        hostDns();
        clusterNetwork();
        nodeMarks();
        if (!controlPlane) {
            workerOnly();
        }
        manifests();
    }

    private void endpoint() {
        Optional<Map<String, Object>> separate = configuration.kind("KubeClusterConfig");
        String path = separate.isPresent() ? "KubeClusterConfig.endpoint" : "cluster.controlPlane.endpoint";
        String endpoint = separate.map(document -> ConfigTrees.text(document, "endpoint"))
                .orElseGet(() -> ConfigTrees.text(main, "cluster", "controlPlane", "endpoint"));
        if (endpoint.isEmpty()) {
            problem(path, "is required");
        } else if (!isHttps(endpoint)) {
            problem(path, "must be an https URL with a host");
        }
    }

    private static boolean isHttps(String text) {
        try {
            URI uri = new URI(text);
            return "https".equals(uri.getScheme()) && uri.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private void authorities() {
        if (!has("machine", "ca")
                && ConfigTrees.list(main, "machine", "acceptedCAs").isEmpty()) {
            problem("machine.ca", "is required unless machine.acceptedCAs is set");
        }
        authority(true, "machine", "ca");
        authority(false, "cluster", "ca");
        if (controlPlane) {
            authority(false, "cluster", "etcd", "ca");
            authority(false, "cluster", "aggregatorCA");
        }
    }

    /** Requires CA keys on control plane nodes and rejects them on others. */
    private void authority(boolean keyRequired, String... path) {
        String place = String.join(".", path);
        Map<?, ?> pair = ConfigTrees.map(main, path);
        if (pair.isEmpty()) {
            return;
        }
        String key = ConfigTrees.text(pair, "key");
        if (!controlPlane && !key.isEmpty()) {
            problem(place + ".key", "is only allowed on control plane nodes");
        } else if (controlPlane && keyRequired && key.isEmpty()) {
            problem(place + ".key", "is required on control plane nodes");
        } else {
            halves(place, ConfigTrees.text(pair, "crt"), key);
        }
    }

    private void halves(String place, String certificate, String key) {
        Optional<String> decodedCertificate = decoded(place + ".crt", certificate);
        Optional<String> decodedKey = decoded(place + ".key", key);
        if (decodedCertificate.isPresent() && decodedKey.isPresent()) {
            new CertificateAndKey(decodedCertificate.get(), decodedKey.get())
                    .problems(place).stream()
                            .filter(problem -> !(key.isEmpty() && problem.path().endsWith(".key")))
                            .forEach(problems::add);
        }
    }

    private Optional<String> decoded(String place, String base64) {
        try {
            return Optional.of(new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            problem(place, "is not base64");
            return Optional.empty();
        }
    }

    private void installation() {
        boolean required = mode == RunMode.METAL && !hasKind("UnattendedInstallConfig") && !isNewForm();
        if (required && !has("machine", "install")) {
            problem("machine.install", "is required in mode metal");
        } else if (mode == RunMode.METAL && has("machine", "install")) {
            if (ConfigTrees.text(main, "machine", "install", "disk").isEmpty()
                    && ConfigTrees.map(main, "machine", "install", "diskSelector")
                            .isEmpty()) {
                problem("machine.install", "requires a disk or a diskSelector in mode metal");
            }
            if (!ConfigTrees.list(main, "machine", "install", "extraKernelArgs").isEmpty()
                    && ConfigTrees.isTrue(main, "machine", "install", "grubUseUKICmdline")) {
                problem("machine.install.extraKernelArgs", "cannot be used together with grubUseUKICmdline");
            }
        }
    }

    private boolean isNewForm() {
        return hasKind("KubeClusterConfig");
    }

    private void hostDns() {
        boolean separate = configuration
                .kind("ResolverConfig")
                .flatMap(document -> ConfigTrees.find(document, "hostDNS"))
                .isPresent();
        Map<?, ?> settings = separate
                ? ConfigTrees.map(configuration.kind("ResolverConfig").orElseThrow(), "hostDNS")
                : ConfigTrees.map(main, "machine", "features", "hostDNS");
        String path = separate ? "ResolverConfig.hostDNS" : "machine.features.hostDNS";
        boolean enabled = ConfigTrees.isTrue(settings, "enabled");
        boolean forwards = ConfigTrees.isTrue(settings, "forwardKubeDNSToHost");
        if (mode == RunMode.CONTAINER && !enabled) {
            problem(path + ".enabled", "must be true in mode container");
        }
        if (mode == RunMode.CONTAINER && !forwards) {
            problem(path + ".forwardKubeDNSToHost", "must be true in mode container");
        } else if (forwards && !enabled) {
            problem(path + ".forwardKubeDNSToHost", "requires enabled to be true");
        }
    }

    private void clusterNetwork() {
        String domain = ConfigTrees.text(main, "cluster", "network", "dnsDomain");
        if (!domain.isEmpty() && !DnsNames.isValid(domain)) {
            problem("cluster.network.dnsDomain", "is not a valid DNS name");
        }
        subnets("cluster.network", ConfigTrees.map(main, "cluster", "network"));
        configuration.kind("KubeNetworkConfig").ifPresent(document -> subnets("KubeNetworkConfig", document));
        String cni = ConfigTrees.text(main, "cluster", "network", "cni", "name");
        List<?> urls = ConfigTrees.list(main, "cluster", "network", "cni", "urls");
        if (!CNI_NAMES.contains(cni)) {
            problem("cluster.network.cni.name", "must be flannel, custom or none");
        } else if (cni.equals("custom") && urls.isEmpty()) {
            warnings.add(new InputProblem("cluster.network.cni.urls", "should not be empty for a custom CNI plugin"));
        } else if (!cni.equals("custom") && !urls.isEmpty()) {
            problem("cluster.network.cni.urls", "must be empty unless the CNI plugin is custom");
        }
    }

    private void subnets(String path, Map<?, ?> network) {
        for (String field : List.of("podSubnets", "serviceSubnets")) {
            for (Object subnet : ConfigTrees.list(network, field)) {
                if (!TalosAddressParser.isSubnet(subnet.toString())) {
                    problem(path + "." + field, "'%s' is not a valid subnet".formatted(subnet));
                }
            }
        }
    }

    private void nodeMarks() {
        marks("machine.nodeLabels", ConfigTrees.map(main, "machine", "nodeLabels"));
        taints("machine.nodeTaints", ConfigTrees.map(main, "machine", "nodeTaints"));
        configuration.kind("KubeNodeConfig").ifPresent(document -> {
            marks("KubeNodeConfig.labels", ConfigTrees.map(document, "labels"));
            taints("KubeNodeConfig.taints", ConfigTrees.map(document, "taints"));
        });
    }

    private void marks(String path, Map<?, ?> labels) {
        labels.forEach((key, value) -> {
            if (!LabelSyntax.isKey(key.toString())) {
                problem(path + "." + key, "is not a valid label key");
            }
            if (!LabelSyntax.isValue(value.toString())) {
                problem(path + "." + key, "has an invalid label value");
            }
        });
    }

    private void taints(String path, Map<?, ?> taints) {
        taints.forEach((key, value) -> {
            String text = value.toString();
            String effect = text.substring(text.indexOf(':') + 1);
            if (!LabelSyntax.isKey(key.toString())) {
                problem(path + "." + key, "is not a valid taint key");
            }
            if (!TAINT_EFFECTS.contains(effect)) {
                problem(path + "." + key, "must end with NoSchedule, PreferNoSchedule or NoExecute");
            }
        });
    }

    private void workerOnly() {
        if (has("cluster", "etcd")) {
            problem("cluster.etcd", "is only allowed on control plane nodes");
        }
        List<?> interfaces = ConfigTrees.list(main, "machine", "network", "interfaces");
        for (int i = 0; i < interfaces.size(); i++) {
            String path = "machine.network.interfaces[" + i + "]";
            if (interfaces.get(i) instanceof Map<?, ?> device) {
                shared(path, device);
                List<?> vlans = ConfigTrees.list(device, "vlans");
                for (int j = 0; j < vlans.size(); j++) {
                    shared(path + ".vlans[" + j + "]", (Map<?, ?>) vlans.get(j));
                }
            }
        }
        configuration.documents().stream()
                .map(DocumentId::of)
                .filter(id -> CONTROL_PLANE_KINDS.contains(id.kind()))
                .forEach(id -> problem(id.path(), "is only allowed on control plane nodes"));
    }

    private void shared(String path, Map<?, ?> device) {
        if (ConfigTrees.find(device, "vip").isPresent()) {
            problem(path + ".vip", "is only allowed on control plane nodes");
        }
    }

    private void manifests() {
        Set<String> names = new HashSet<>();
        List<?> manifests = ConfigTrees.list(main, "cluster", "inlineManifests");
        for (int i = 0; i < manifests.size(); i++) {
            String name = manifests.get(i) instanceof Map<?, ?> manifest ? ConfigTrees.text(manifest, "name") : "";
            if (name.isEmpty()) {
                problem("cluster.inlineManifests[" + i + "].name", "is required");
            } else if (!names.add(name)) {
                problem("cluster.inlineManifests[" + i + "].name", "'%s' is a duplicate name".formatted(name));
            }
        }
    }

    private void kubernetesVersions() {
        contract.ifPresent(talos -> KubernetesImages.of(configuration).forEach((path, image) -> {
            Optional<String> objection = KubernetesVersion.find(image.substring(image.lastIndexOf(':') + 1))
                    .flatMap(version -> TalosCompatibility.objection(talos, version));
            objection.ifPresent(sentence -> (TalosCompatibility.isEnforcedByNodes(talos) ? problems : warnings)
                    .add(new InputProblem(path, sentence)));
        }));
    }

    private void otherDocuments() {
        for (DocumentConflict conflict : DocumentConflict.ALL) {
            if (hasKind(conflict.kind()) && conflict.isIn(main)) {
                problem(conflict.path(), "conflicts with the document " + conflict.kind() + "; remove one of them");
            }
        }
    }
}
