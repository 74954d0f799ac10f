package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.List;

/** Manages VirtualMachineImages in the namespace of the machines. Harvester downloads their content. */
final class HarvesterImageOperations implements ImageOperations {
    private final HarvesterApi api;

    HarvesterImageOperations(HarvesterApi api) {
        this.api = api;
    }

    @Override
    public ImageState observe(ImageId id) {
        return own(id).stream().findFirst().map(ObservedHarvesterImage::state).orElseGet(ImageState.Absent::new);
    }

    @Override
    public ImageState create(BootImageSpec spec) {
        VirtualMachineImageManifest wanted = manifest(spec);
        List<ObservedHarvesterImage> own = own(spec.id());
        return own.isEmpty() ? made(wanted) : kept(own);
    }

    private VirtualMachineImageManifest manifest(BootImageSpec spec) {
        return switch (spec.source()) {
            case ImageSource.Download download ->
                new VirtualMachineImageManifest(api.namespace(), spec, download.url());
            case ImageSource.Upload _ ->
                throw new ButlerException(
                        ErrorCode.NOT_OFFERED,
                        "Butler cannot upload images to Harvester.",
                        "Use transferMode: direct, so that Harvester downloads the image.");
        };
    }

    /** Keeps the oldest usable image and deletes the others. A failed one is recreated when it is gone: its name is in use until then. */
    private ImageState kept(List<ObservedHarvesterImage> own) {
        own.stream().skip(1).forEach(this::delete);
        ObservedHarvesterImage first = own.getFirst();
        if (!(first.state() instanceof ImageState.Failed)) {
            return first.state();
        }
        delete(first);
        return new ImageState.Leaving(ObjectFieldReader.uid(first.object()));
    }

    private ImageState made(VirtualMachineImageManifest wanted) {
        return api.create(HarvesterResourceType.IMAGE, wanted.payload())
                .map(ObservedHarvesterImage::new)
                .or(() -> own(wanted.spec().id()).stream().findFirst())
                .map(ObservedHarvesterImage::state)
                .orElseThrow(() -> foreign(wanted));
    }

    /** Harvester rejects a second image with the same name or display name. */
    private ButlerException foreign(VirtualMachineImageManifest wanted) {
        return new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "Namespace %s has another image with the name %s or the display name %s."
                        .formatted(api.namespace(), wanted.name(), wanted.spec().name()),
                "Set another displayName, or delete that image if it is not needed.");
    }

    @Override
    public void delete(ImageId id) {
        own(id).forEach(this::delete);
    }

    private void delete(ObservedHarvesterImage image) {
        if (!ObjectFieldReader.isLeaving(image.object())) {
            api.delete(HarvesterResourceType.IMAGE, image.object());
        }
    }

    private List<ObservedHarvesterImage> own(ImageId id) {
        return api.list(HarvesterResourceType.IMAGE, OwnershipTags.marks(id)).stream()
                .map(ObservedHarvesterImage::new)
                .sorted(ObservedHarvesterImage.KEPT_FIRST)
                .toList();
    }
}
