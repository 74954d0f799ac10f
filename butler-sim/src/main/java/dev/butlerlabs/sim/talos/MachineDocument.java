package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.core.tree.UntypedTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a machine configuration, which has one or more documents. Certificates and keys are PEM text.
 *
 * @param authorityKey empty on workers
 * @param kubernetesKey empty on workers
 * @param kubernetesImages images whose tag is a Kubernetes version
 * @param warnings what a machine reports about the configuration when it accepts it
 */
record MachineDocument(
        boolean controlPlane,
        String token,
        String authority,
        Optional<String> authorityKey,
        List<String> names,
        String clusterName,
        String endpoint,
        String kubernetes,
        Optional<String> kubernetesKey,
        Optional<String> hostname,
        Optional<String> installImage,
        Map<NodeComponent, String> kubernetesImages,
        List<String> warnings) {
    MachineDocument {
        kubernetesImages = Collections.unmodifiableMap(new EnumMap<>(kubernetesImages));
    }

    /** Returns the Image Factory schematic of the configured installer. */
    Optional<String> schematic() {
        return installImage.flatMap(SystemImage::parse).flatMap(SystemImage::schematic);
    }

    /**
     * Decodes and validates a configuration as a machine does.
     *
     * @param version Talos version of the machine
     * @return empty if the configuration has no main document, and so does not configure a machine
     */
    static Optional<MachineDocument> parse(String text, RunMode mode, String version) throws RefusedException {
        List<UntypedTree> documents = ConfigurationDecoder.decode(text, version);
        Optional<UntypedTree> main =
                documents.stream().filter(document -> !document.has("kind")).findFirst();
        if (main.isEmpty()) {
            return Optional.empty();
        }
        ConfigurationChecks.check(documents, main.get(), mode);
        try {
            MachineDocument document = of(documents, main.get());
            document.requireSupportedImages(version);
            return Optional.of(document);
        } catch (IllegalArgumentException e) {
            throw RefusedException.unparsable("error decoding  to *v1alpha1.Config: " + e.getMessage());
        }
    }

    /** Since Talos 1.11, a machine rejects images of Kubernetes versions that its Talos version does not support. */
    private void requireSupportedImages(String version) throws RefusedException {
        if (!TalosRelease.of(version).isAtLeast(11)) {
            return;
        }
        List<String> errors = new ArrayList<>();
        kubernetesImages.forEach((component, image) -> {
            if (component.isOnMachine()) {
                InstallerRules.kubernetesObjection(image, version)
                        .ifPresent(reason -> errors.add("%s image is not valid: %s".formatted(component.id(), reason)));
            }
        });
        if (!errors.isEmpty()) {
            throw RefusedException.invalid(errors);
        }
    }

    private static MachineDocument of(List<UntypedTree> documents, UntypedTree main) {
        UntypedTree machine = main.at("machine");
        Kubernetes kubernetes = kubernetes(documents, main.at("cluster"));
        return new MachineDocument(
                !ConfigurationChecks.type(main).equals("worker"),
                machine.anyText("token"),
                pem(machine, "ca.crt"),
                present(pem(machine, "ca.key")),
                machine.items("certSANs").stream().map(UntypedTree::anyText).toList(),
                kubernetes.name(),
                kubernetes.endpoint(),
                kubernetes.authority(),
                present(kubernetes.key()),
                hostname(documents, machine),
                installImage(documents, machine),
                kubernetesImages(documents, main),
                ConfigurationChecks.warnings(main));
    }

    private static Optional<String> present(String text) {
        return Optional.of(text).filter(value -> !value.isEmpty());
    }

    private static Kubernetes kubernetes(List<UntypedTree> documents, UntypedTree cluster) {
        Optional<UntypedTree> own = kind(documents, "KubeClusterConfig");
        if (own.isEmpty()) {
            return new Kubernetes(
                    cluster.anyText("clusterName"),
                    cluster.anyText("controlPlane.endpoint"),
                    pem(cluster, "ca.crt"),
                    pem(cluster, "ca.key"));
        }
        UntypedTree issuing = kind(documents, "KubeAPIServerCAConfig")
                .orElse(UntypedTree.EMPTY)
                .at("issuingCA");
        return new Kubernetes(
                own.get().anyText("clusterName"),
                own.get().anyText("endpoint"),
                issuing.anyText("cert"),
                issuing.anyText("key"));
    }

    private static Optional<String> hostname(List<UntypedTree> documents, UntypedTree machine) {
        return kind(documents, "HostnameConfig")
                .map(document -> document.anyText("hostname"))
                .filter(name -> !name.isEmpty())
                .or(() -> Optional.of(machine.anyText("network.hostname")).filter(name -> !name.isEmpty()));
    }

    private static Optional<String> installImage(List<UntypedTree> documents, UntypedTree machine) {
        return present(kind(documents, "UnattendedInstallConfig")
                .map(document -> document.anyText("installer.image"))
                .orElseGet(() -> machine.anyText("install.image")));
    }

    private static Map<NodeComponent, String> kubernetesImages(List<UntypedTree> documents, UntypedTree main) {
        Map<NodeComponent, String> images = new EnumMap<>(NodeComponent.class);
        boolean controlPlane = !ConfigurationChecks.type(main).equals("worker");
        for (NodeComponent component : NodeComponent.values()) {
            String image = kind(documents, component.kind())
                    .map(document -> document.anyText("image"))
                    .filter(text -> !text.isEmpty())
                    .orElseGet(() -> main.anyText(component.path()));
            if (!image.isEmpty() && (controlPlane || component == NodeComponent.KUBELET)) {
                images.put(component, image);
            }
        }
        return images;
    }

    private record Kubernetes(String name, String endpoint, String authority, String key) {}

    private static Optional<UntypedTree> kind(List<UntypedTree> documents, String kind) {
        return documents.stream()
                .filter(document -> document.anyText("kind").equals(kind))
                .findFirst();
    }

    private static String pem(UntypedTree tree, String path) {
        return new String(Base64.getDecoder().decode(tree.anyText(path)), StandardCharsets.US_ASCII);
    }

    /** Omits secrets. */
    @Override
    public String toString() {
        return "MachineDocument[" + (controlPlane ? "controlplane" : "worker") + " of " + clusterName + "]";
    }

    /** A rejected configuration, with the message of a real machine. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean parsed;

        private RefusedException(boolean parsed, String message) {
            super(message);
            this.parsed = parsed;
        }

        /** Returns the rejection of a text that is not a configuration. */
        static RefusedException unparsable(String message) {
            return new RefusedException(false, message);
        }

        /** Returns the rejection of a configuration with these errors. */
        static RefusedException invalid(List<String> errors) {
            return new RefusedException(
                    true,
                    "1 error occurred:\n\t* v1alpha1.Config: %d %s occurred:\n\t* %s\n\n\n\n"
                            .formatted(
                                    errors.size(),
                                    errors.size() == 1 ? "error" : "errors",
                                    String.join("\n\t* ", errors)));
        }

        /** Returns whether the text is a configuration, but not a valid one. */
        boolean parsed() {
            return parsed;
        }
    }
}
