package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnershipTags;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders the volumes of a machine and the secret with its user data. */
record MachineAttachments(MachineSpec spec, HarvesterSettings settings) {
    static final String USER_DATA = "userdata";
    static final String NETWORK_DATA = "networkdata";

    static String rootVolume(String machine) {
        return machine + "-rootdisk";
    }

    static String dataVolume(String machine, int number) {
        return machine + "-disk-" + number;
    }

    static String secretName(String machine) {
        return machine + "-cloudinit";
    }

    static boolean hasSecret(MachineSpec spec) {
        return spec.userData().isPresent() || networkData(spec).isPresent();
    }

    /** Returns the network data. Explicit network data takes precedence over generated data. */
    static Optional<SensitiveText> networkData(MachineSpec spec) {
        return spec.networkData()
                .or(() -> spec.address().map(address -> new NetworkConfigRenderer(spec.id(), address).text()));
    }

    GenericKubernetesResource bootVolume(BootImage image) {
        return volume(
                rootVolume(machine()),
                spec.diskGiB(),
                Optional.of(image.storageClass()),
                Map.of("harvesterhci.io/imageId", image.name().toString()));
    }

    List<GenericKubernetesResource> dataVolumes() {
        List<GenericKubernetesResource> volumes = new ArrayList<>();
        for (ExtraDisk disk : spec.extraDisks()) {
            Optional<String> storageClass = Optional.ofNullable(disk.storageClass())
                    .filter(name -> !name.isBlank())
                    .or(settings::storageClass);
            volumes.add(volume(dataVolume(machine(), volumes.size() + 1), disk.sizeGB(), storageClass, Map.of()));
        }
        return volumes;
    }

    /** Renders a shared block volume, which allows live migration. */
    private GenericKubernetesResource volume(
            String name, int sizeGiB, Optional<String> storageClass, Map<String, String> annotations) {
        Map<String, Object> claim = new LinkedHashMap<>();
        claim.put("accessModes", List.of("ReadWriteMany"));
        claim.put("volumeMode", "Block");
        storageClass.ifPresent(value -> claim.put("storageClassName", value));
        claim.put("resources", Map.of("requests", Map.of("storage", sizeGiB + "Gi")));
        GenericKubernetesResource volume = part(HarvesterResourceType.VOLUME, name);
        volume.getMetadata().setAnnotations(annotations);
        volume.setAdditionalProperty("spec", claim);
        return volume;
    }

    /** Renders the secret. KubeVirt requires user data for a data source, even if it is empty. */
    Optional<GenericKubernetesResource> secret() {
        if (!hasSecret(spec)) {
            return Optional.empty();
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put(USER_DATA, encoded(spec.userData().orElse(new SensitiveText(""))));
        networkData(spec).ifPresent(text -> data.put(NETWORK_DATA, encoded(text)));
        GenericKubernetesResource secret = part(HarvesterResourceType.SECRET, secretName(machine()));
        secret.setAdditionalProperty("type", "Opaque");
        secret.setAdditionalProperty("data", data);
        return Optional.of(secret);
    }

    private static String encoded(SensitiveText text) {
        return Base64.getEncoder().encodeToString(text.value().getBytes(StandardCharsets.UTF_8));
    }

    private GenericKubernetesResource part(HarvesterResourceType kind, String name) {
        GenericKubernetesResource part = new GenericKubernetesResource();
        part.setApiVersion(kind.apiVersion());
        part.setKind(kind.kind());
        part.setMetadata(new ObjectMetaBuilder()
                .withNamespace(settings.namespace())
                .withName(name)
                .withLabels(OwnershipTags.marks(spec.id()))
                .build());
        return part;
    }

    private String machine() {
        return spec.id().name();
    }

    /** Omits the user data. */
    @Override
    public String toString() {
        return "MachineParts[" + machine() + "]";
    }
}
