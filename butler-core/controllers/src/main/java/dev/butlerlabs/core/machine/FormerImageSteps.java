package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Deletes the images of former specs of an ImageSync, under the same rules as the image of a deleted ImageSync. */
final class FormerImageSteps {
    static final String STEP = "FormerImagesReleased";

    private static final String DELETED = "FormerImagesDeleted";
    private static final String KEPT = "FormerImagesKept";

    /** The rest of the reconciliation follows with the recorded version: a status that is written to an older one could lose fields. */
    private static final Duration RECORDED = Duration.ofMillis(100);

    private final FormerImages images;
    private final List<Step<ImageSyncReconcileContext>> removal;
    private final Duration poll;

    /** @param removal the steps that delete the image of an ImageSync */
    FormerImageSteps(FormerImages images, List<Step<ImageSyncReconcileContext>> removal, Duration poll) {
        this.images = images;
        this.removal = removal;
        this.poll = poll;
    }

    /** Adds the steps of former images: an image is recorded before it is created, and former images are deleted when the new one is ready. */
    List<Step<ImageSyncReconcileContext>> creation(List<Step<ImageSyncReconcileContext>> steps) {
        return Stream.concat(steps.stream().map(this::recording), Stream.of(Step.of(STEP, this::release)))
                .toList();
    }

    private Step<ImageSyncReconcileContext> recording(Step<ImageSyncReconcileContext> step) {
        return !step.name().equals(ImageSyncSteps.ARTIFACT)
                ? step
                : Step.of(
                        step.name(),
                        scope -> images.record(scope.sync())
                                ? StepResult.waiting("ImageRecorded", "Recorded the image.", RECORDED)
                                : step.body().apply(scope));
    }

    /** Returns the steps that delete the image of an ImageSync, and then the former ones. */
    List<Step<ImageSyncReconcileContext>> removal() {
        return Stream.concat(removal.stream(), Stream.of(Step.of(STEP, this::removeAll)))
                .toList();
    }

    /** Deletes the former images that nothing uses. One that is used is checked again with the image of the spec. */
    private StepResult release(ImageSyncReconcileContext scope) {
        return remove(scope)
                .map(pending -> isUsed(pending) ? StepResult.done(KEPT, pending.message()) : pending)
                .orElseGet(() -> StepResult.done(DELETED, "No former image remains."));
    }

    /** Deletes all former images of a deleted ImageSync, and waits for those that are used. */
    private StepResult removeAll(ImageSyncReconcileContext scope) {
        return remove(scope).orElseGet(() -> StepResult.done(DELETED, "No former image remains."));
    }

    private static boolean isUsed(StepResult result) {
        return result.reason().equals(ImageSyncSteps.IN_USE);
    }

    /** Returns the state of an image that remains, rather one that is being deleted; empty if none remains. */
    private Optional<StepResult> remove(ImageSyncReconcileContext scope) {
        ImageSync sync = scope.sync();
        List<ImageSyncTarget> former = FormerImages.of(sync);
        List<ImageSyncTarget> remaining = new ArrayList<>();
        Optional<StepResult> pending = Optional.empty();
        for (ImageSyncTarget target : former) {
            Optional<StepResult> result = remove(sync, target);
            if (result.isPresent()) {
                remaining.add(target);
                pending = pending.filter(known -> !isUsed(known)).or(() -> result);
            }
        }
        if (remaining.size() < former.size()) {
            images.keep(sync, remaining);
        }
        return pending;
    }

    private Optional<StepResult> remove(ImageSync sync, ImageSyncTarget target) {
        ImageSyncReconcileContext former = new ImageSyncReconcileContext(FormerImages.with(sync, target));
        for (Step<ImageSyncReconcileContext> step : removal) {
            switch (step.body().apply(former)) {
                case StepResult.Done _ -> {}
                case StepResult.Waiting waiting -> {
                    return Optional.of(StepResult.waiting(
                            waiting.reason(),
                            message(target, waiting.message()),
                            waiting.retryIn().orElse(poll)));
                }
                case StepResult.Failed failed -> {
                    return Optional.of(StepResult.waiting(failed.reason(), message(target, failed.message()), poll));
                }
            }
        }
        return Optional.empty();
    }

    private static String message(ImageSyncTarget target, String message) {
        return "Former image %s on ProviderConfig %s: %s"
                .formatted(target.image().usualName(), target.config(), message);
    }
}
