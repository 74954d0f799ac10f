package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.image.ImageFactorySettingsReader;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.AutomaticImageSyncs;
import dev.butlerlabs.core.machine.ImageSyncClient;
import dev.butlerlabs.core.machine.ImageSyncTarget;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.image.WorkerImagePlan;
import dev.butlerlabs.core.tenant.image.WorkerImagePlanner;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Waits for the image of the workers if it is transferred automatically: finds or creates the ImageSync for the cluster's schematic and Talos
 * version. Clusters with the same image on the same ProviderConfig share an ImageSync. Idempotent.
 */
final class WorkerImageStep {
    private static final String NOT_AUTOMATIC = "ImageNotAutomatic";
    private static final String PENDING = "ImageSyncPending";
    private static final String IN_PROGRESS = "ImageSyncInProgress";

    private final AutomaticImageSyncs syncs;
    private final ImageFactorySettingsReader factory;
    private final Function<String, Optional<ImageArtifact>> artifacts;
    private final WorkerImageIndex index;
    private final TenantOptions options;

    /** @param artifacts returns the artifact that a provider can import */
    WorkerImageStep(
            KubernetesClient client,
            Function<String, Optional<ImageArtifact>> artifacts,
            WorkerImageIndex index,
            TenantOptions options) {
        this.syncs = new AutomaticImageSyncs(client);
        this.factory = new ImageFactorySettingsReader(client);
        this.artifacts = artifacts;
        this.index = index;
        this.options = options;
    }

    StepResult run(TenantReconcileContext scope) {
        return switch (WorkerImagePlanner.plan(scope.cluster(), scope.platform())) {
            case WorkerImagePlan.NotAutomatic none -> StepResult.done(NOT_AUTOMATIC, none.reason());
            case WorkerImagePlan.Invalid invalid ->
                StepResult.failed(
                        Reasons.VALIDATION_FAILED,
                        invalid.problems().stream().map(InputProblem::toString).collect(Collectors.joining(" ")));
            case WorkerImagePlan.Automatic automatic ->
                artifacts
                        .apply(scope.provider().getSpec().provider())
                        .map(artifact -> await(scope, automatic, artifact))
                        .orElseGet(() -> StepResult.done(
                                NOT_AUTOMATIC,
                                "Butler cannot import images into provider %s."
                                        .formatted(scope.provider().getSpec().provider())));
        };
    }

    private StepResult await(
            TenantReconcileContext scope, WorkerImagePlan.Automatic automatic, ImageArtifact artifact) {
        ImageSyncTarget target = new ImageSyncTarget(ObjectName.from(scope.provider()), automatic.on(artifact));
        // Registered before the ImageSync is read, so that a change after that triggers a reconciliation.
        index.register(scope.cluster(), target);
        ImageSync sync;
        try {
            sync = syncs.find(target).orElseGet(() -> syncs.create(target, () -> mode(artifact)));
        } catch (ButlerException e) {
            return notCreated(e);
        }
        scope.sawImage(sync);
        return result(sync);
    }

    /** A login is not passed to the infrastructure, so that it cannot download the image itself. */
    private TransferMode mode(ImageArtifact artifact) {
        return artifact.uploadOnly() || factory.read().requiresLogin() ? TransferMode.PROXY : TransferMode.DIRECT;
    }

    /** The credentials of the image factory may be created later. */
    private StepResult notCreated(ButlerException failure) {
        if (failure.code() == ErrorCode.NOT_FOUND || failure.code() == ErrorCode.INVALID_INPUT) {
            return StepResult.waiting(PENDING, failure.getMessage(), options.recheck());
        }
        throw failure;
    }

    private StepResult result(ImageSync sync) {
        ObjectName name = ObjectName.from(sync);
        Optional<String> image = AutomaticImageSyncs.image(sync);
        if (image.isPresent()) {
            return StepResult.done(
                    Reasons.IMAGE_READY, "Image %s of ImageSync %s is ready.".formatted(image.get(), name));
        }
        String message = "ImageSync %s: %s.".formatted(name, withoutPeriod(ImageSyncClient.stateText(sync)));
        return isFailed(sync)
                ? StepResult.failed(reason(sync), message)
                : StepResult.waiting(sync.getStatus() == null ? PENDING : IN_PROGRESS, message, options.recheck());
    }

    private static boolean isFailed(ImageSync sync) {
        return Optional.ofNullable(sync.getStatus())
                .filter(status -> Objects.equals(
                                status.observedGeneration(), sync.getMetadata().getGeneration())
                        && status.phase() == Phase.FAILED)
                .isPresent();
    }

    private static String reason(ImageSync sync) {
        return Optional.ofNullable(sync.getStatus())
                .map(ImageSyncStatus::failureReason)
                .orElse(Reasons.IMAGE_SYNC_FAILED);
    }

    private static String withoutPeriod(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }
}
