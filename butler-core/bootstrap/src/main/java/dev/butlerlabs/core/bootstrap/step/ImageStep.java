package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.machine.ImageSyncClient;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Requests the image of the machines with an ImageSync, if the operator's file says so, and waits for it. */
final class ImageStep {
    private final KubernetesClient client;

    ImageStep(KubernetesClient client) {
        this.client = client;
    }

    /** Finds the ImageSync of a cluster. */
    static Optional<ImageSync> find(KubernetesClient client, BootstrapReconcileContext scope) {
        String name = BootstrapObjectNames.image(scope.cluster());
        return KubeErrorMapper.translating(
                "reading ImageSync " + name,
                () -> Optional.ofNullable(client.resources(ImageSync.class)
                        .inNamespace(scope.namespace())
                        .withName(name)
                        .get()));
    }

    /**
     * Requests the image, and passes its reference to the following steps.
     *
     * @return the result of the step that needs the image, if it is not ready
     */
    Optional<StepResult> await(BootstrapReconcileContext scope) {
        if (!isRequested(scope)) {
            return Optional.empty();
        }
        ImageSync wanted = request(scope);
        ImageSync sync = find(client, scope)
                .filter(present -> present.getSpec().equals(wanted.getSpec()))
                .orElseGet(() -> ServerSideApply.asButlerForced().apply(client, wanted));
        Optional<ImageSyncStatus> status = Optional.ofNullable(sync.getStatus());
        Optional<Phase> phase = status.map(ImageSyncStatus::phase);
        if (phase.filter(Phase.READY::equals).isPresent()) {
            status.map(ImageSyncStatus::providerImageRef).ifPresent(scope::image);
            return Optional.empty();
        }
        return Optional.of(
                phase.filter(Phase.FAILED::equals).isPresent()
                        ? StepResult.failed("ImageSyncFailed", ImageSyncClient.stateText(sync))
                        : StepResult.waiting(
                                "WaitingForImage", "Transferring the Talos image: " + ImageSyncClient.stateText(sync)));
    }

    private static boolean isRequested(BootstrapReconcileContext scope) {
        return annotation(scope, Annotations.IMAGE)
                .filter(Annotations.TRANSFERRED_IMAGE::equals)
                .isPresent();
    }

    private static Optional<String> annotation(BootstrapReconcileContext scope, String name) {
        return Optional.ofNullable(scope.resource().getMetadata().getAnnotations())
                .map(annotations -> annotations.get(name));
    }

    private static ImageSync request(BootstrapReconcileContext scope) {
        ClusterBootstrapSpec spec = scope.resource().getSpec();
        ImageArtifact artifact = scope.artifact().orElseThrow();
        ImageSync sync = new ImageSync();
        sync.setMetadata(new ObjectMetaBuilder()
                .withName(BootstrapObjectNames.image(scope.cluster()))
                .withNamespace(scope.namespace())
                .withLabels(MachineRequestRenderer.labels(scope.resource()))
                .build());
        sync.setSpec(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(
                        spec.talos().schematic(), spec.talos().version(), architecture(scope), artifact.platform()),
                new ObjectReference(
                        spec.providerRef().name(),
                        Objects.requireNonNullElse(spec.providerRef().namespace(), scope.namespace())),
                artifact.format(),
                mode(scope, artifact),
                null));
        return OwnerReferences.own(scope.resource(), sync);
    }

    private static ImageSyncSpec.Architecture architecture(BootstrapReconcileContext scope) {
        return annotation(scope, Annotations.IMAGE_ARCHITECTURE)
                .map(word -> ImageSyncSpec.Architecture.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(ImageSyncSpec.Architecture.AMD64);
    }

    private static ImageSyncSpec.TransferMode mode(BootstrapReconcileContext scope, ImageArtifact artifact) {
        boolean isUploaded = artifact.uploadOnly()
                || annotation(scope, Annotations.IMAGE_TRANSFER_MODE)
                        .filter(Annotations.UPLOADED_IMAGE::equals)
                        .isPresent();
        return isUploaded ? ImageSyncSpec.TransferMode.PROXY : ImageSyncSpec.TransferMode.DIRECT;
    }
}
