package dev.butlerlabs.sim.harvester;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Read access to the manifest of a virtual machine. */
record MachineView(GenericKubernetesResource object) {
    static final String FINALIZER = "kubevirt.io/virtualMachineControllerFinalize";

    ResourceKey key() {
        return ResourceKey.of(object);
    }

    String uid() {
        return object.getMetadata().getUid();
    }

    boolean isLeaving() {
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    boolean hasFinalizer() {
        return finalizers().contains(FINALIZER);
    }

    List<String> finalizers() {
        return Optional.ofNullable(object.getMetadata().getFinalizers()).orElse(List.of());
    }

    boolean shallRun() {
        Optional<String> strategy = ManifestFields.text(object, "spec", "runStrategy");
        return strategy.map(word -> !word.equals("Halted") && !word.equals("Manual"))
                .orElseGet(() -> ManifestFields.at(object, "spec", "running")
                        .filter(Boolean.TRUE::equals)
                        .isPresent());
    }

    /** Returns the PersistentVolumeClaims required to start. */
    List<String> claims() {
        return volumes()
                .flatMap(volume -> ManifestFields.text(volume, "persistentVolumeClaim", "claimName").stream())
                .toList();
    }

    /** Returns the Secrets required to start. */
    List<String> secrets() {
        return volumes()
                .flatMap(volume -> Stream.of("secretRef", "userDataSecretRef", "networkDataSecretRef")
                        .flatMap(field -> ManifestFields.text(volume, "cloudInitNoCloud", field, "name").stream()))
                .distinct()
                .toList();
    }

    /** Returns the Secret with user data, if any. */
    Optional<String> userDataSecret() {
        return volumes()
                .flatMap(volume -> Stream.of("secretRef", "userDataSecretRef")
                        .flatMap(field -> ManifestFields.text(volume, "cloudInitNoCloud", field, "name").stream()))
                .findFirst();
    }

    /** Returns the Secret with the network configuration, if any. */
    Optional<String> networkDataSecret() {
        return volumes()
                .flatMap(volume ->
                        ManifestFields.text(volume, "cloudInitNoCloud", "networkDataSecretRef", "name").stream())
                .findFirst();
    }

    /** Returns the MAC address in the manifest, if any. */
    Optional<String> macAddress() {
        return ManifestFields.items(object, "spec", "template", "spec", "domain", "devices", "interfaces")
                .flatMap(card -> ManifestFields.text(card, "macAddress").stream())
                .findFirst();
    }

    Optional<String> inlineUserData() {
        return volumes()
                .flatMap(volume -> ManifestFields.text(volume, "cloudInitNoCloud", "userData")
                        .or(() -> ManifestFields.text(volume, "cloudInitNoCloud", "userDataBase64")
                                .map(Base64Text::decode))
                        .stream())
                .findFirst();
    }

    String status() {
        return ManifestFields.text(object, "status", "printableStatus").orElse("");
    }

    private Stream<?> volumes() {
        return ManifestFields.items(object, "spec", "template", "spec", "volumes");
    }
}
