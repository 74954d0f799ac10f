package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ArtifactSource;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;

/** The steps of transferring an image to an infrastructure and of deleting it there. */
final class ImageSyncSteps {
    static final String ARTIFACT = "ArtifactAvailable";
    static final String UNUSED = "ImageUnused";
    static final String GONE = "ImageGone";
    static final String IN_USE = "ImageInUse";

    private final ProviderConnector connector;
    private final ProviderRegistry providers;
    private final Supplier<ArtifactSource> factory;
    private final ImageUploads uploads;
    private final ImageUsageFinder usage;
    private final ImageSyncRetries retries;
    private final ImageSyncOptions options;

    /** @param factory connects to the image factory; the caller closes it */
    ImageSyncSteps(
            ProviderConnector connector,
            ProviderRegistry providers,
            Supplier<ArtifactSource> factory,
            ImageUploads uploads,
            ImageUsageFinder usage,
            ImageSyncRetries retries,
            ImageSyncOptions options) {
        this.connector = connector;
        this.providers = providers;
        this.factory = factory;
        this.uploads = uploads;
        this.usage = usage;
        this.retries = retries;
        this.options = options;
    }

    List<Step<ImageSyncReconcileContext>> creation() {
        return List.of(
                Step.of(ProviderConnector.STEP, scope -> connector.enter(scope, "")),
                Step.of(ARTIFACT, scope -> attempt(scope, () -> prepare(scope))),
                Step.of(ConditionTypes.IMAGE_READY, scope -> attempt(scope, () -> transfer(scope))));
    }

    /** Runs a step whose failures delay the next attempt. */
    private StepResult attempt(ImageSyncReconcileContext scope, Supplier<StepResult> body) {
        StepResult result = connector.guarded(scope, Reasons.IMAGE_SYNC_FAILED, body);
        if (result instanceof StepResult.Failed) {
            retries.failed(scope.sync(), failedImage(scope));
        }
        return result;
    }

    private static String failedImage(ImageSyncReconcileContext scope) {
        return scope.seen()
                .map(state -> state instanceof ImageState.Failed failed ? failed.providerId() : "")
                .orElse("");
    }

    /** Makes the image factory build the image, unless the infrastructure has it or is downloading it. */
    private StepResult prepare(ImageSyncReconcileContext scope) {
        rejectFormat(scope);
        ImageState state = scope.saw(ask(scope, images -> images.observe(scope.id())));
        boolean needed = switch (state) {
            case ImageState.Absent _, ImageState.Incomplete _ -> !isUploading(scope);
            case ImageState.Failed failed -> retries.isReported(scope.sync(), failed.providerId());
            case ImageState.Ready _, ImageState.Transferring _, ImageState.Leaving _ -> false;
        };
        return needed ? build(scope) : StepResult.done();
    }

    private boolean isUploading(ImageSyncReconcileContext scope) {
        return uploads.find(scope.uploadKey()).isPresent();
    }

    private Optional<ImageArtifact> offered(ImageSyncReconcileContext scope) {
        return providers.find(scope.session().profile().name()).flatMap(InfrastructureProvider::image);
    }

    private void rejectFormat(ImageSyncReconcileContext scope) {
        offered(scope)
                .map(ImageArtifact::format)
                .filter(format -> !format.equals(scope.id().format()))
                .ifPresent(format -> {
                    throw new ButlerException(
                            ErrorCode.INVALID_INPUT,
                            "%s cannot import images in format %s."
                                    .formatted(
                                            scope.session().profile().title(),
                                            scope.id().format()),
                            "Set spec.format to %s.".formatted(format));
                });
    }

    private StepResult build(ImageSyncReconcileContext scope) {
        try (ArtifactSource source = factory.get()) {
            rejectMode(scope, source);
            long length = source.prepare(scope.id());
            scope.prepared(new ImageSyncReconcileContext.Artifact(source.url(scope.id()), length));
            return StepResult.done("ArtifactBuilt", "The image factory has the image.");
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.TIMEOUT) {
                return StepResult.waiting(
                        Reasons.IMAGE_BUILDING,
                        "The image factory is building the image. This takes a few minutes.",
                        options.poll());
            }
            throw e;
        }
    }

    private void rejectMode(ImageSyncReconcileContext scope, ArtifactSource source) {
        if (!scope.isUploaded() && source.requiresLogin()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The image factory requires a login, which Butler does not pass to the infrastructure.",
                    "Set spec.transferMode to proxy.");
        }
        if (!scope.isUploaded()
                && offered(scope).filter(ImageArtifact::uploadOnly).isPresent()) {
            throw new ButlerException(
                    ErrorCode.NOT_OFFERED,
                    "%s cannot download images from an image factory."
                            .formatted(scope.session().profile().title()),
                    "Set spec.transferMode to proxy, so that Butler uploads the image.");
        }
        if (scope.isUploaded() && !ask(scope, ImageOperations::canUpload)) {
            throw new ButlerException(
                    ErrorCode.NOT_OFFERED,
                    "Butler cannot upload images to %s."
                            .formatted(scope.session().profile().title()),
                    "Set spec.transferMode to direct, so that the infrastructure downloads the image.");
        }
    }

    private StepResult transfer(ImageSyncReconcileContext scope) {
        if (scope.isUploaded()) {
            return uploads.find(scope.uploadKey())
                    .map(progress -> follow(scope, progress))
                    .orElseGet(() -> act(scope));
        }
        return act(scope);
    }

    private StepResult follow(ImageSyncReconcileContext scope, ImageUploads.Progress progress) {
        return switch (progress) {
            case ImageUploads.Progress.Running running ->
                // The content is uploaded as soon as the infrastructure imports it.
                scope.seen()
                        .filter(ImageState.Transferring.class::isInstance)
                        .map(state -> conclude(scope, state))
                        .orElseGet(() -> uploading(OptionalInt.of(running.percent())));
            case ImageUploads.Progress.Finished finished -> {
                scope.computed(finished.sha256());
                uploads.forget(scope.uploadKey());
                yield conclude(scope, scope.saw(ask(scope, images -> images.observe(scope.id()))));
            }
            case ImageUploads.Progress.Failed failed -> {
                scope.computed(failed.sha256());
                uploads.forget(scope.uploadKey());
                throw failed.cause();
            }
        };
    }

    /** Creates the image if the infrastructure does not have it, and replaces it if its failure was reported before. */
    private StepResult act(ImageSyncReconcileContext scope) {
        return scope.artifact()
                .map(artifact -> scope.isUploaded() ? upload(scope, artifact) : download(scope, artifact))
                .orElseGet(() -> conclude(scope, scope.seen().orElseThrow()));
    }

    private StepResult upload(ImageSyncReconcileContext scope, ImageSyncReconcileContext.Artifact artifact) {
        uploads.start(
                scope.uploadKey(),
                artifact.length(),
                new ImageUploadTask(factory, scope.session(), scope.id(), scope.name(), artifact.length()));
        return uploading(OptionalInt.empty());
    }

    private StepResult uploading(OptionalInt percent) {
        return StepResult.waiting(
                Reasons.IMAGE_UPLOADING, "Uploading the image%s.".formatted(text(percent)), options.poll());
    }

    private StepResult download(ImageSyncReconcileContext scope, ImageSyncReconcileContext.Artifact artifact) {
        BootImageSpec spec = new BootImageSpec(scope.id(), scope.name(), new ImageSource.Download(artifact.url()));
        return conclude(scope, scope.saw(ask(scope, images -> images.create(spec))));
    }

    private StepResult conclude(ImageSyncReconcileContext scope, ImageState state) {
        return switch (state) {
            case ImageState.Ready ready -> {
                retries.forget(scope.sync());
                cleanUp(scope);
                yield StepResult.done(Reasons.IMAGE_READY, "Image %s is ready.".formatted(ready.reference()));
            }
            case ImageState.Transferring transferring ->
                StepResult.waiting(
                        Reasons.IMAGE_DOWNLOADING,
                        transferring.awaited() + text(transferring.percent()) + ".",
                        options.poll());
            case ImageState.Failed failed -> {
                scope.fail(failed.reason(), failed.message());
                yield StepResult.failed(failed.reason(), failed.message());
            }
            case ImageState.Leaving _ ->
                StepResult.waiting(
                        "ImageLeaving", "Waiting for the deletion of an earlier copy of the image.", options.poll());
            case ImageState.Absent _, ImageState.Incomplete _ ->
                StepResult.waiting(
                        scope.isUploaded() ? Reasons.IMAGE_UPLOADING : Reasons.IMAGE_DOWNLOADING,
                        "The infrastructure does not report the image yet.",
                        options.poll());
        };
    }

    /** Deletes what an upload left behind, also one of a process that has ended since. */
    private static void cleanUp(ImageSyncReconcileContext scope) {
        if (scope.isUploaded()) {
            ask(scope, images -> {
                images.cleanUp(scope.id());
                return true;
            });
        }
    }

    private static String text(OptionalInt percent) {
        return percent.isPresent() ? ": %d %%".formatted(percent.getAsInt()) : "";
    }

    List<Step<ImageSyncReconcileContext>> removal() {
        return List.of(
                Step.of(
                        ProviderConnector.STEP,
                        scope -> connector.enterToRemove(scope, "The image is kept until then.")),
                Step.of(UNUSED, scope -> connector.guarded(scope, Reasons.IMAGE_SYNC_FAILED, () -> unused(scope))),
                Step.of(GONE, scope -> connector.guarded(scope, Reasons.IMAGE_SYNC_FAILED, () -> remove(scope))));
    }

    /** Waits until no machine or cluster uses the image. */
    private StepResult unused(ImageSyncReconcileContext scope) {
        if (isKept(scope)) {
            return StepResult.done("ImageShared", "The image is kept: another ImageSync uses it.");
        }
        ImageState state = scope.saw(observeIfOffered(scope));
        List<String> users =
                state instanceof ImageState.Ready ready ? usage.users(scope, ready.reference()) : List.of();
        return users.isEmpty()
                ? StepResult.done()
                : StepResult.waiting(
                        IN_USE,
                        ProviderUsageFinder.sentence(users),
                        connector.options().failedRecheck());
    }

    private boolean isKept(ImageSyncReconcileContext scope) {
        return !usage.otherSyncs(scope).isEmpty();
    }

    private StepResult remove(ImageSyncReconcileContext scope) {
        boolean isKept = isKept(scope);
        if (!isKept) {
            uploads.cancel(scope.uploadKey());
            if (uploads.isRunning(scope.uploadKey())) {
                // It could still create resources, which nothing would delete.
                return StepResult.waiting("ImageDeleting", "Waiting for the upload to stop.", options.poll());
            }
        }
        if (isKept || scope.saw(observeIfOffered(scope)) instanceof ImageState.Absent) {
            retries.forget(scope.sync());
            connector.forget(ObjectName.from(scope.sync()), scope.config());
            return isKept
                    ? StepResult.done("ImageShared", "The image is kept: another ImageSync uses it.")
                    : StepResult.done("ImageDeleted", "Image deleted.");
        }
        ask(scope, images -> {
            images.delete(scope.id());
            return true;
        });
        return StepResult.waiting("ImageDeleting", "Deleting the image.", options.poll());
    }

    private static ImageState observeIfOffered(ImageSyncReconcileContext scope) {
        return scope.ask(infrastructure -> infrastructure
                .images()
                .map(images -> images.observe(scope.id()))
                .orElseGet(ImageState.Absent::new));
    }

    private static <T> T ask(ImageSyncReconcileContext scope, Function<ImageOperations, T> question) {
        return scope.ask(infrastructure -> question.apply(ImageUploadTask.operations(infrastructure.images())));
    }
}
