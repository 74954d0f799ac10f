package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec.Architecture;
import dev.butlerlabs.core.api.ImageSyncSpec.FactoryReference;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageState;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/** Holds the state of one reconciliation of an ImageSync. */
final class ImageSyncReconcileContext extends ProviderReconcileContext {
    private static final String USUAL_PLATFORM = "nocloud";
    private static final String USUAL_FORMAT = "qcow2";

    private final ImageSync sync;
    private Optional<ImageState> seen = Optional.empty();
    private Optional<Artifact> artifact = Optional.empty();
    private Optional<String> sha256 = Optional.empty();

    /** The artifact in the image factory. */
    record Artifact(URI url, long length) {}

    ImageSyncReconcileContext(ImageSync sync) {
        super(sync, "spec.providerConfigRef", sync.getSpec().providerConfigRef());
        this.sync = sync;
    }

    ImageSync sync() {
        return sync;
    }

    Optional<ImageSyncStatus> before() {
        return Optional.ofNullable(sync.getStatus());
    }

    ImageId id() {
        return id(sync);
    }

    /** Returns the image that an ImageSync requests. */
    static ImageId id(ImageSync sync) {
        FactoryReference factory = sync.getSpec().factoryRef();
        return new ImageId(
                factory.schematicID(),
                factory.version(),
                Optional.ofNullable(factory.arch())
                        .orElse(Architecture.AMD64)
                        .name()
                        .toLowerCase(Locale.ROOT),
                given(factory.platform()).orElse(USUAL_PLATFORM),
                given(sync.getSpec().format()).orElse(USUAL_FORMAT));
    }

    /** Returns the name of the image on the infrastructure. */
    String name() {
        return given(sync.getSpec().displayName()).orElseGet(() -> id().usualName());
    }

    private static Optional<String> given(String text) {
        return Optional.ofNullable(text).filter(value -> !value.isBlank());
    }

    boolean isUploaded() {
        return sync.getSpec().transferMode() == TransferMode.PROXY;
    }

    ImageUploads.Key uploadKey() {
        return new ImageUploads.Key(config(), id());
    }

    ImageState saw(ImageState state) {
        seen = Optional.of(state);
        return state;
    }

    Optional<ImageState> seen() {
        return seen;
    }

    void prepared(Artifact found) {
        artifact = Optional.of(found);
    }

    Optional<Artifact> artifact() {
        return artifact;
    }

    void computed(Optional<String> digest) {
        sha256 = digest.or(() -> sha256);
    }

    Optional<String> sha256() {
        return sha256;
    }
}
