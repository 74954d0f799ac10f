package dev.butlerlabs.core.bootstrap.restore;

import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.KubernetesVersion;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads versions from the machine configurations in a backup. */
record MachineVersionReader(BackupReader backup) {
    private static final String DIRECTORY = "machines/";

    /** Returns the lowest version of the kubelets; empty if the backup has no machine configurations. */
    Optional<KubernetesVersion> kubernetes() {
        return backup.manifest().entries().stream()
                .map(BackupManifest.Entry::path)
                .filter(path -> path.startsWith(DIRECTORY))
                .flatMap(this::kubelet)
                .min(Comparator.comparingInt(KubernetesVersion::major)
                        .thenComparingInt(KubernetesVersion::minor)
                        .thenComparing(KubernetesVersion::text));
    }

    private Stream<KubernetesVersion> kubelet(String path) {
        String text = new String(backup.read(path).orElseThrow(), StandardCharsets.UTF_8);
        return YamlReader.documents(path, text).stream()
                .flatMap(document -> UntypedTree.of(document).find("machine.kubelet.image").stream())
                .map(String::valueOf)
                .flatMap(image -> KubernetesVersion.find(image.substring(image.lastIndexOf(':') + 1)).stream());
    }
}
