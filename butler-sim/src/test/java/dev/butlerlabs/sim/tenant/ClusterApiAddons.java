package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.tree.UntypedTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of Cluster API providers in {@code manifests/addons}, so that the tests run the managers as a platform does. */
final class ClusterApiAddons {
    private ClusterApiAddons() {}

    /** Returns the feature gates of the kubeadm bootstrap provider, such as {@code Name=true}. */
    static String kubeadmFeatureGates() {
        return settings("cluster-api/providers.yaml", "BootstrapProvider", "spec.manager.featureGates")
                .entrySet()
                .stream()
                .map(gate -> gate.getKey() + "=" + gate.getValue())
                .collect(Collectors.joining(","));
    }

    /** Returns the kinds of infrastructure clusters that the control plane provider accepts besides those that it knows. */
    static Set<String> infrastructuresOfControlPlanes() {
        String file = "cluster-api-steward/provider.yaml";
        boolean enabled = Boolean.TRUE.equals(settings(file, "ControlPlaneProvider", "spec.manager.featureGates")
                .get("DynamicInfrastructureClusterPatch"));
        return enabled
                ? sections(file, "ControlPlaneProvider", "spec.deployment.containers")
                        .flatMap(containers -> ((List<?>) containers).stream())
                        .flatMap(container -> UntypedTree.of(container).find("args").stream())
                        .map(arguments -> ((Map<?, ?>) arguments).get("--dynamic-infrastructure-clusters"))
                        .flatMap(kinds -> Stream.of(String.valueOf(kinds).split(",")))
                        .collect(Collectors.toSet())
                : Set.of();
    }

    private static Map<String, Object> settings(String file, String kind, String section) {
        return sections(file, kind, section)
                .flatMap(found -> ((Map<?, ?>) found).entrySet().stream())
                .collect(Collectors.toMap(setting -> String.valueOf(setting.getKey()), Map.Entry::getValue));
    }

    private static Stream<Object> sections(String file, String kind, String section) {
        Path path = ProjectRoot.find().resolve("manifests/addons").resolve(file);
        return YamlReader.documents(file, ClusterApiDefinitions.text(path)).stream()
                .map(UntypedTree::of)
                .filter(document -> document.find("kind").filter(kind::equals).isPresent())
                .flatMap(document -> document.find(section).stream());
    }
}
