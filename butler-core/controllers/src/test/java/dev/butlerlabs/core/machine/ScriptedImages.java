package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** Images whose states the test sets. */
final class ScriptedImages implements ImageOperations {
    final Map<ImageId, ImageState> states = new LinkedHashMap<>();
    final List<BootImageSpec> requested = new ArrayList<>();
    /** The state after a request to download an image. */
    ImageState created = new ImageState.Transferring("image-1", OptionalInt.of(0), "Downloading");

    /** The images whose temporary resources were deleted. */
    final Set<ImageId> cleaned = new LinkedHashSet<>();

    boolean canUpload = true;
    /** What a call fails with after it created the image. */
    Optional<ButlerException> failureAfterCreation = Optional.empty();

    private final Consumer<String> call;
    private final EffectLog effects;

    ScriptedImages(Consumer<String> call, EffectLog effects) {
        this.call = call;
        this.effects = effects;
    }

    @Override
    public boolean canUpload() {
        return canUpload;
    }

    @Override
    public ImageState observe(ImageId id) {
        call.accept("observe");
        return states.getOrDefault(id, new ImageState.Absent());
    }

    @Override
    public ImageState create(BootImageSpec spec) {
        call.accept("create");
        requested.add(spec);
        ImageState state = switch (spec.source()) {
            case ImageSource.Download _ -> created;
            case ImageSource.Upload upload -> received(upload);
        };
        if (!state.equals(states.put(spec.id(), state))) {
            effects.add("create " + spec.name());
        }
        failureAfterCreation.ifPresent(failure -> {
            throw failure;
        });
        return state;
    }

    private static ImageState received(ImageSource.Upload upload) {
        try (InputStream content = upload.content().open()) {
            content.transferTo(OutputStream.nullOutputStream());
            return new ImageState.Ready("image-1", "default/image-1");
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREACHABLE, "The upload failed.", e);
        }
    }

    @Override
    public void cleanUp(ImageId id) {
        call.accept("clean up");
        cleaned.add(id);
    }

    @Override
    public void delete(ImageId id) {
        call.accept("delete");
        if (states.remove(id) != null) {
            effects.add("delete " + id.usualName());
        }
    }
}
