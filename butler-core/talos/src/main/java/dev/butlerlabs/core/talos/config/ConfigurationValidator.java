package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.tree.UntypedTree;
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
    private final UntypedTree main;
    private final boolean controlPlane;
    private final List<InputProblem> problems = new ArrayList<>();
    private final List<InputProblem> warnings = new ArrayList<>();

    private ConfigurationValidator(
            MachineConfiguration configuration, RunMode mode, Optional<VersionContract> contract) {
        this.configuration = configuration;
        this.mode = mode;
        this.contract = contract;
        this.main = UntypedTree.of(configuration.main().orElse(Map.of()));
        this.controlPlane = CONTROL_PLANE_TYPES.contains(main.anyText("machine.type"));
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

    private Optional<UntypedTree> kind(String kind) {
        return configuration.kind(kind).map(UntypedTree::of);
    }

    private boolean hasKind(String kind) {
        return configuration.kind(kind).isPresent();
    }

    private void mainDocument() {
        if (!main.has("machine")) {
            problem("machine", "is required");
            return;
        }
        String type = main.anyText("machine.type");
        if (!controlPlane && !type.equals("worker")) {
            problem("machine.type", "must be controlplane or worker, not '%s'".formatted(type));
        }
        if (Boolean.FALSE.equals(main.at("persist").value())) {
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
        Optional<UntypedTree> separate = kind("KubeClusterConfig");
        String path = separate.isPresent() ? "KubeClusterConfig.endpoint" : "cluster.controlPlane.endpoint";
        String endpoint = separate.map(document -> document.anyText("endpoint"))
                .orElseGet(() -> main.anyText("cluster.controlPlane.endpoint"));
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
        if (!main.has("machine.ca") && main.items("machine.acceptedCAs").isEmpty()) {
            problem("machine.ca", "is required unless machine.acceptedCAs is set");
        }
        authority(true, "machine.ca");
        authority(false, "cluster.ca");
        if (controlPlane) {
            authority(false, "cluster.etcd.ca");
            authority(false, "cluster.aggregatorCA");
        }
    }

    /** Requires CA keys on control plane nodes and rejects them on others. */
    private void authority(boolean keyRequired, String place) {
        UntypedTree pair = main.at(place);
        if (pair.map().isEmpty()) {
            return;
        }
        String key = pair.anyText("key");
        if (!controlPlane && !key.isEmpty()) {
            problem(place + ".key", "is only allowed on control plane nodes");
        } else if (controlPlane && keyRequired && key.isEmpty()) {
            problem(place + ".key", "is required on control plane nodes");
        } else {
            halves(place, pair.anyText("crt"), key);
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
        if (required && !main.has("machine.install")) {
            problem("machine.install", "is required in mode metal");
        } else if (mode == RunMode.METAL && main.has("machine.install")) {
            if (main.anyText("machine.install.disk").isEmpty()
                    && main.map("machine.install.diskSelector").isEmpty()) {
                problem("machine.install", "requires a disk or a diskSelector in mode metal");
            }
            if (!main.items("machine.install.extraKernelArgs").isEmpty()
                    && main.isTrue("machine.install.grubUseUKICmdline")) {
                problem("machine.install.extraKernelArgs", "cannot be used together with grubUseUKICmdline");
            }
        }
    }

    private boolean isNewForm() {
        return hasKind("KubeClusterConfig");
    }

    private void hostDns() {
        Optional<UntypedTree> resolver = kind("ResolverConfig").filter(document -> document.has("hostDNS"));
        boolean separate = resolver.isPresent();
        UntypedTree settings =
                resolver.map(document -> document.at("hostDNS")).orElseGet(() -> main.at("machine.features.hostDNS"));
        String path = separate ? "ResolverConfig.hostDNS" : "machine.features.hostDNS";
        boolean enabled = settings.isTrue("enabled");
        boolean forwards = settings.isTrue("forwardKubeDNSToHost");
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
        String domain = main.anyText("cluster.network.dnsDomain");
        if (!domain.isEmpty() && !DnsNames.isValid(domain)) {
            problem("cluster.network.dnsDomain", "is not a valid DNS name");
        }
        subnets("cluster.network", main.at("cluster.network"));
        kind("KubeNetworkConfig").ifPresent(document -> subnets("KubeNetworkConfig", document));
        String cni = main.anyText("cluster.network.cni.name");
        List<UntypedTree> urls = main.items("cluster.network.cni.urls");
        if (!CNI_NAMES.contains(cni)) {
            problem("cluster.network.cni.name", "must be flannel, custom or none");
        } else if (cni.equals("custom") && urls.isEmpty()) {
            warnings.add(new InputProblem("cluster.network.cni.urls", "should not be empty for a custom CNI plugin"));
        } else if (!cni.equals("custom") && !urls.isEmpty()) {
            problem("cluster.network.cni.urls", "must be empty unless the CNI plugin is custom");
        }
    }

    private void subnets(String path, UntypedTree network) {
        for (String field : List.of("podSubnets", "serviceSubnets")) {
            for (UntypedTree subnet : network.items(field)) {
                if (CidrBlock.tryParse(subnet.anyText()).isEmpty()) {
                    problem(path + "." + field, "'%s' is not a valid subnet".formatted(subnet.anyText()));
                }
            }
        }
    }

    private void nodeMarks() {
        marks("machine.nodeLabels", main.map("machine.nodeLabels"));
        taints("machine.nodeTaints", main.map("machine.nodeTaints"));
        kind("KubeNodeConfig").ifPresent(document -> {
            marks("KubeNodeConfig.labels", document.map("labels"));
            taints("KubeNodeConfig.taints", document.map("taints"));
        });
    }

    private void marks(String path, Map<String, Object> labels) {
        labels.forEach((key, value) -> {
            if (!LabelSyntax.isKey(key)) {
                problem(path + "." + key, "is not a valid label key");
            }
            if (!LabelSyntax.isValue(UntypedTree.of(value).anyText())) {
                problem(path + "." + key, "has an invalid label value");
            }
        });
    }

    private void taints(String path, Map<String, Object> taints) {
        taints.forEach((key, value) -> {
            String text = UntypedTree.of(value).anyText();
            String effect = text.substring(text.indexOf(':') + 1);
            if (!LabelSyntax.isKey(key)) {
                problem(path + "." + key, "is not a valid taint key");
            }
            if (!TAINT_EFFECTS.contains(effect)) {
                problem(path + "." + key, "must end with NoSchedule, PreferNoSchedule or NoExecute");
            }
        });
    }

    private void workerOnly() {
        if (main.has("cluster.etcd")) {
            problem("cluster.etcd", "is only allowed on control plane nodes");
        }
        List<UntypedTree> interfaces = main.items("machine.network.interfaces");
        for (int i = 0; i < interfaces.size(); i++) {
            String path = "machine.network.interfaces[" + i + "]";
            shared(path, interfaces.get(i));
            List<UntypedTree> vlans = interfaces.get(i).items("vlans");
            for (int j = 0; j < vlans.size(); j++) {
                shared(path + ".vlans[" + j + "]", vlans.get(j));
            }
        }
        configuration.documents().stream()
                .map(DocumentId::of)
                .filter(id -> CONTROL_PLANE_KINDS.contains(id.kind()))
                .forEach(id -> problem(id.path(), "is only allowed on control plane nodes"));
    }

    private void shared(String path, UntypedTree device) {
        if (device.has("vip")) {
            problem(path + ".vip", "is only allowed on control plane nodes");
        }
    }

    private void manifests() {
        Set<String> names = new HashSet<>();
        List<UntypedTree> manifests = main.items("cluster.inlineManifests");
        for (int i = 0; i < manifests.size(); i++) {
            String name = manifests.get(i).anyText("name");
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
