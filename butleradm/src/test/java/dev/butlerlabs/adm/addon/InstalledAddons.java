package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.helm.DeployedRelease;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the addons of a cluster have come to.
 *
 * @param releases chart, version, revision and values of each, as Helm remembers them
 * @param workloads the images of each
 * @param wishes the phase and version of each ManagementAddon
 * @param ready what the bootstrap has seen ready
 */
public record InstalledAddons(
        Map<String, String> releases,
        Map<String, String> workloads,
        Map<String, String> wishes,
        Map<String, Boolean> ready,
        Collection<String> catalogue) {
    public static InstalledAddons on(String kubeconfig) {
        try (KubernetesClient client =
                new KubeConnector("looker").connect(Kubeconfig.parse(kubeconfig, "the cluster"))) {
            return new InstalledAddons(
                    releases(client), workloads(client), wishes(client), ready(client), catalogue(client));
        }
    }

    private static Map<String, String> releases(KubernetesClient client) {
        HelmReleaseRepository helm = new HelmReleaseRepository(client);
        Map<String, String> releases = new TreeMap<>();
        client.secrets()
                .inAnyNamespace()
                .withLabel("owner", "helm")
                .list()
                .getItems()
                .forEach(secret -> {
                    ReleaseName name = new ReleaseName(
                            secret.getMetadata().getNamespace(),
                            secret.getMetadata().getLabels().get("name"));
                    releases.put(
                            name.toString(),
                            helm.deployed(name).map(InstalledAddons::told).orElse("unfinished"));
                });
        return releases;
    }

    private static String told(DeployedRelease release) {
        return release + " with " + release.values();
    }

    private static Map<String, String> workloads(KubernetesClient client) {
        Map<String, String> workloads = new TreeMap<>();
        client.apps()
                .deployments()
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(one -> workloads.put(name(one), images(one.getSpec().getTemplate())));
        client.apps()
                .daemonSets()
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(one -> workloads.put(name(one), images(one.getSpec().getTemplate())));
        client.apps()
                .statefulSets()
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(one -> workloads.put(name(one), images(one.getSpec().getTemplate())));
        return workloads;
    }

    private static String name(HasMetadata object) {
        return "%s %s/%s"
                .formatted(
                        object.getKind(),
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName());
    }

    private static String images(PodTemplateSpec template) {
        return template.getSpec().getContainers().stream()
                .map(container -> container.getImage())
                .collect(Collectors.joining(" "));
    }

    private static Map<String, String> wishes(KubernetesClient client) {
        Map<String, String> wishes = new TreeMap<>();
        for (ManagementAddon addon :
                client.resources(ManagementAddon.class).list().getItems()) {
            wishes.put(
                    addon.getMetadata().getName(),
                    addon.getStatus() == null
                            ? "unseen"
                            : addon.getStatus().phase() + " "
                                    + addon.getStatus().installedVersion());
        }
        return wishes;
    }

    private static Map<String, Boolean> ready(KubernetesClient client) {
        Map<String, Boolean> ready = new TreeMap<>();
        client.resources(ClusterBootstrap.class).inAnyNamespace().list().getItems().stream()
                .filter(bootstrap -> bootstrap.getStatus() != null)
                .forEach(bootstrap -> ready.putAll(bootstrap.getStatus().addonsInstalled()));
        return ready;
    }

    private static Collection<String> catalogue(KubernetesClient client) {
        List<AddonDefinition> all =
                client.resources(AddonDefinition.class).list().getItems();
        return all.stream()
                .map(definition -> definition.getMetadata().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
