package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Manages managed images of the resource group, identified by their tags. Butler uploads the content to a managed disk, creates the image
 * from it and deletes the disk. A disk without an image is an interrupted upload.
 */
final class AzureImageOperations implements ImageOperations {
    private static final ArmResourceType TYPE = ArmResourceType.IMAGE;

    private final ArmClient arm;
    private final ArmPaths paths;
    private final AzureSettings settings;
    private final AzureImageDisks disks;
    private final ArmStateWaiter waiter;

    AzureImageOperations(ArmClient arm, AzureSettings settings, AzureImageDisks disks, ArmStateWaiter waiter) {
        this.arm = arm;
        this.paths = ArmPaths.of(settings);
        this.settings = settings;
        this.disks = disks;
        this.waiter = waiter;
    }

    @Override
    public boolean canUpload() {
        return true;
    }

    @Override
    public ImageState observe(ImageId id) {
        return own(id).stream()
                .findFirst()
                .map(ObservedAzureImage::state)
                .or(() -> disks.find(id).map(AzureImageDisks::state))
                .orElseGet(ImageState.Absent::new);
    }

    @Override
    public ImageState create(BootImageSpec spec) {
        ImageSource.Upload upload = uploaded(spec);
        requireLocation();
        List<ObservedAzureImage> own = own(spec.id());
        if (!own.isEmpty()) {
            return kept(own);
        }
        AzureImageDocument document = new AzureImageDocument(spec, settings);
        rejectForeign(document.name());
        disks.removeAndAwait(spec.id());
        String disk = disks.upload(spec.id(), upload);
        ImageState state = imported(spec.id(), document, disk);
        disks.remove(spec.id());
        return state;
    }

    private static ImageSource.Upload uploaded(BootImageSpec spec) {
        if (!(spec.source() instanceof ImageSource.Upload upload)) {
            throw new ButlerException(
                    ErrorCode.NOT_OFFERED,
                    "Azure cannot download images from an image factory.",
                    "Use transferMode: proxy, so that Butler uploads the image.");
        }
        if (!spec.id().architecture().equals("amd64")) {
            throw new ButlerException(
                    ErrorCode.NOT_OFFERED,
                    "Managed images of Azure do not support the architecture %s."
                            .formatted(spec.id().architecture()),
                    "Create a version in an Azure Compute Gallery, and use its resource ID as imageID.");
        }
        return upload;
    }

    /** Settings for tenant clusters only have no region. */
    private void requireLocation() {
        if (settings.location().isBlank()) {
            throw ButlerException.invalid(
                    "The Azure settings do not allow images.",
                    List.of(new InputProblem("spec.azure.location", "is missing")));
        }
    }

    /** Keeps the first image and deletes the others. A failed one is recreated when it is gone: its name is in use until then. */
    private ImageState kept(List<ObservedAzureImage> own) {
        own.stream().skip(1).forEach(this::delete);
        ObservedAzureImage first = own.getFirst();
        if (!(first.state() instanceof ImageState.Failed)) {
            return first.state();
        }
        delete(first);
        return new ImageState.Leaving(first.id());
    }

    /** Rejects a name that another image has, before anything is uploaded. */
    private void rejectForeign(String name) {
        if (arm.find(paths.id(TYPE, name), TYPE.api(), Map.of()).isPresent()) {
            throw foreign(name);
        }
    }

    private ButlerException foreign(String name) {
        return new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "The resource group %s has another image with the name %s.".formatted(settings.resourceGroup(), name),
                "Set another displayName, or delete that image if it is not needed.");
    }

    private ImageState imported(ImageId id, AzureImageDocument document, String disk) {
        String path = paths.id(TYPE, document.name());
        ArmClient.ArmResult result = arm.create(path, TYPE.api(), document.json(disk));
        if (!result.isSuccess() && result.error().isPreconditionFailed()) {
            Optional<ObservedAzureImage> other = own(id).stream().findFirst();
            return other.map(ObservedAzureImage::state).orElseThrow(() -> foreign(document.name()));
        }
        if (!result.isSuccess()) {
            throw result.error().exception("create the image " + document.name(), arm.redactor());
        }
        JsonNode image = waiter.await(
                        "the image " + document.name(),
                        () -> arm.find(path, TYPE.api(), Map.of()),
                        found -> found.map(ObservedAzureImage::new)
                                .filter(seen -> seen.state() instanceof ImageState.Transferring)
                                .isEmpty())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.CONFLICT, "The image %s was deleted meanwhile.".formatted(document.name())));
        return new ObservedAzureImage(image).state();
    }

    @Override
    public void delete(ImageId id) {
        own(id).forEach(this::delete);
        disks.remove(id);
    }

    private void delete(ObservedAzureImage image) {
        if (!image.isLeaving()) {
            arm.delete(paths.id(TYPE, ArmPaths.nameOf(image.id())), TYPE.api());
        }
    }

    @Override
    public void cleanUp(ImageId id) {
        disks.remove(id);
    }

    /** Returns the images with this ID; the one to keep comes first. */
    private List<ObservedAzureImage> own(ImageId id) {
        return arm.list(paths.list(TYPE), TYPE.api(), Map.of()).stream()
                .filter(image -> AzureOwnershipTags.isOf(id, image))
                .map(ObservedAzureImage::new)
                .sorted(ObservedAzureImage.KEPT_FIRST)
                .toList();
    }
}
