package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.api.ImageSyncStatusBuilder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.reconcile.PhaseMapper;
import dev.butlerlabs.core.reconcile.ReconcileFilter;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.Watch;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reconciles an ImageSync: transfers an image of the image factory to an infrastructure. */
final class ImageSyncReconciler implements ReconcilerDefinition<ImageSync, ImageSyncStatus, ImageSyncReconcileContext> {
    private static final PhaseMapper<Phase> PHASES = PhaseMapper.of(
                    Phase.READY, Phase.FAILED, Phase.PENDING, Phase.PENDING)
            .at(ImageSyncSteps.ARTIFACT, Phase.BUILDING)
            .at(ConditionTypes.IMAGE_READY, Phase.DOWNLOADING)
            .at(FormerImageSteps.STEP, Phase.READY);

    private static final ImageSyncStatus NONE = ImageSyncStatusBuilder.builder().build();

    private final ProviderConnector connector;
    private final ImageSyncSteps steps;
    private final FormerImageSteps former;
    private final ImageSyncRetries retries;
    private final ImageSyncOptions options;

    ImageSyncReconciler(
            ProviderConnector connector,
            ImageSyncSteps steps,
            FormerImages images,
            ImageSyncRetries retries,
            ImageSyncOptions options) {
        this.connector = connector;
        this.steps = steps;
        this.former = new FormerImageSteps(images, steps.removal(), options.poll());
        this.retries = retries;
        this.options = options;
    }

    @Override
    public String name() {
        return "image-sync";
    }

    @Override
    public Class<ImageSync> kind() {
        return ImageSync.class;
    }

    @Override
    public ReconcileFilter concern(ImageSync sync) {
        return connector.concern(ObjectName.from(sync), scope(sync));
    }

    @Override
    public ImageSyncReconcileContext scope(ImageSync sync) {
        return new ImageSyncReconcileContext(sync);
    }

    @Override
    public List<Step<ImageSyncReconcileContext>> steps() {
        return former.creation(steps.creation());
    }

    @Override
    public Optional<Cleanup<ImageSyncReconcileContext>> cleanup() {
        return Optional.of(new Cleanup<>(Finalizers.IMAGE_SYNC, former.removal()));
    }

    @Override
    public List<Condition> conditions(ImageSync sync) {
        return Optional.ofNullable(sync.getStatus())
                .map(ImageSyncStatus::conditions)
                .orElse(List.of());
    }

    @Override
    public ImageSyncStatus status(ImageSync sync, ImageSyncReconcileContext scope, ReconcileOutcome outcome) {
        ImageSyncStatus before = scope.before().orElse(NONE);
        ImageSyncStatusBuilder status = ImageSyncStatusBuilder.builder(isOfThisSpec(before, outcome) ? before : NONE)
                .phase(phase(scope, outcome, Optional.ofNullable(before.phase())))
                .failureReason(scope.failure()
                        .map(ProviderReconcileContext.Failure::reason)
                        .orElse(null))
                .failureMessage(scope.failure()
                        .map(ProviderReconcileContext.Failure::message)
                        .orElse(null))
                .observedGeneration(outcome.generation())
                .lastUpdated(outcome.time())
                .conditions(outcome.conditions());
        scope.artifact().ifPresent(artifact -> status.artifactURL(artifact.url().toString()));
        scope.sha256().ifPresent(status::artifactSHA256);
        scope.seen()
                .ifPresent(state ->
                        status.providerImageRef(state instanceof ImageState.Ready ready ? ready.reference() : null));
        return status.build();
    }

    /** The artifact of an earlier spec is another image. */
    private static boolean isOfThisSpec(ImageSyncStatus status, ReconcileOutcome outcome) {
        return Objects.equals(status.observedGeneration(), outcome.generation());
    }

    /** The resource has no phase for its deletion and keeps the one before. */
    private static Phase phase(ImageSyncReconcileContext scope, ReconcileOutcome outcome, Optional<Phase> before) {
        if (outcome.stage() == ReconcileOutcome.Stage.DELETING) {
            return before.orElse(Phase.PENDING);
        }
        Phase phase = PHASES.of(outcome, before);
        return phase == Phase.DOWNLOADING && scope.isUploaded() ? Phase.UPLOADING : phase;
    }

    @Override
    public Optional<Duration> rest(ImageSync sync) {
        return retries.delay(sync);
    }

    @Override
    public List<Watch<?>> watches() {
        return List.of(connector.configWatch(), connector.secretWatch());
    }

    @Override
    public Duration resync() {
        return options.recheck();
    }

    /** A failed image is skipped until its next attempt is due. */
    @Override
    public Optional<Duration> failedRecheck() {
        return Optional.of(options.poll());
    }
}
