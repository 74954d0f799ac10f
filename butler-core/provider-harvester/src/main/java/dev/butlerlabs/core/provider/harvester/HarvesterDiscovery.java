package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;

/** Finds networks, images and storage classes of a Harvester cluster. */
final class HarvesterDiscovery implements SettingsDiscovery {
    @Override
    public List<SettingQuestion> questions() {
        return List.of(
                SettingQuestion.required("kubeconfigPath", Kind.FILE, "Kubeconfig of the Harvester cluster")
                        .withPreset("~/.butler/harvester-kubeconfig"),
                SettingQuestion.optional("namespace", Kind.TEXT, "Namespace of the virtual machines")
                        .withPreset("default"),
                SettingQuestion.required("networkName", Kind.ONE_OF, "Network of the virtual machines"),
                SettingQuestion.required("imageName", Kind.ONE_OF, "Talos image"),
                SettingQuestion.optional("storageClassName", Kind.ONE_OF, "Storage class of data disks"));
    }

    @Override
    public DiscoveryConnection connect(ConfigSection answers) {
        ConfigSettings given = answers.read(HarvesterConfigKeys.BOOTSTRAP);
        Kubeconfig kubeconfig = given.find(HarvesterConfigKeys.KUBECONFIG)
                .map(HarvesterProvider::usable)
                .orElseThrow(() -> ButlerException.invalid(
                        "Invalid Harvester settings.", answers.problems().problems()));
        String namespace = given.find(HarvesterConfigKeys.NAMESPACE).orElse("default");
        return new Cluster(new HarvesterApi(new KubeConnector("butler").connect(kubeconfig), namespace));
    }

    private record Cluster(HarvesterApi api) implements DiscoveryConnection {
        @Override
        public String verify() {
            return "Harvester on Kubernetes " + api.kubernetesVersion();
        }

        @Override
        public List<SettingChoice> choices(String key, ConfigSection answers) {
            return switch (key) {
                case "networkName" ->
                    api.listAll(HarvesterResourceType.NETWORK).stream()
                            .map(network -> SettingChoice.of(qualified(network)))
                            .toList();
                case "imageName" ->
                    SettingChoice.ofImages(api.listAll(HarvesterResourceType.IMAGE).stream()
                            .map(image -> SettingChoice.of(
                                    qualified(image),
                                    ObjectFieldReader.text(image, "spec.displayName")
                                            .orElse(qualified(image))))
                            .toList());
                case "storageClassName" ->
                    api.listAll(HarvesterResourceType.STORAGE_CLASS).stream()
                            .map(ObjectFieldReader::name)
                            // Harvester creates one per image, whose volumes contain the image.
                            .filter(name -> !name.startsWith("longhorn-image-") && !name.startsWith("lh-"))
                            .map(SettingChoice::of)
                            .toList();
                default -> List.of();
            };
        }

        private static String qualified(GenericKubernetesResource object) {
            return object.getMetadata().getNamespace() + "/" + ObjectFieldReader.name(object);
        }

        @Override
        public void close() {
            api.close();
        }
    }
}
