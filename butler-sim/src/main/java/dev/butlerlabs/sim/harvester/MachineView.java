package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.tree.UntypedTree;
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
        Optional<String> strategy = fields().text("spec.runStrategy");
        return strategy.map(word -> !word.equals("Halted") && !word.equals("Manual"))
                .orElseGet(() -> fields().isTrue("spec.running"));
    }

    /** Returns the PersistentVolumeClaims required to start. */
    List<String> claims() {
        return volumes()
                .flatMap(volume -> volume.text("persistentVolumeClaim.claimName").stream())
                .toList();
    }

    /** Returns the Secrets required to start. */
    List<String> secrets() {
        return volumes()
                .flatMap(volume -> Stream.of("secretRef", "userDataSecretRef", "networkDataSecretRef")
                        .flatMap(field -> volume.at("cloudInitNoCloud").at(field).text("name").stream()))
                .distinct()
                .toList();
    }

    /** Returns the Secret with user data, if any. */
    Optional<String> userDataSecret() {
        return volumes()
                .flatMap(volume -> Stream.of("secretRef", "userDataSecretRef")
                        .flatMap(field -> volume.at("cloudInitNoCloud").at(field).text("name").stream()))
                .findFirst();
    }

    /** Returns the Secret with the network configuration, if any. */
    Optional<String> networkDataSecret() {
        return volumes()
                .flatMap(volume -> volume.text("cloudInitNoCloud.networkDataSecretRef.name").stream())
                .findFirst();
    }

    /** Returns the MAC address in the manifest, if any. */
    Optional<String> macAddress() {
        return fields().items("spec.template.spec.domain.devices.interfaces").stream()
                .flatMap(card -> card.text("macAddress").stream())
                .findFirst();
    }

    Optional<String> inlineUserData() {
        return volumes()
                .flatMap(volume -> volume
                        .text("cloudInitNoCloud.userData")
                        .or(() -> volume.text("cloudInitNoCloud.userDataBase64").map(Base64Text::decode))
                        .stream())
                .findFirst();
    }

    String status() {
        return fields().text("status.printableStatus").orElse("");
    }

    private Stream<UntypedTree> volumes() {
        return fields().items("spec.template.spec.volumes").stream();
    }

    /** Returns the spec and the status. */
    UntypedTree fields() {
        return UntypedTree.of(object.getAdditionalProperties());
    }
}
