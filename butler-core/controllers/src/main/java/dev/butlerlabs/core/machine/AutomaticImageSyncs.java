package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.Architecture;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.provider.ImageId;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Finds, creates and deletes the ImageSyncs of tenant clusters. An ImageSync is in the namespace of its ProviderConfig, so that clusters of
 * all namespaces share it. Its name follows from the image, so that of several simultaneous requests one creates it. Thread-safe; errors
 * of the API are thrown as {@link ButlerException}.
 */
public final class AutomaticImageSyncs {
    private static final String TRUE = "true";
    private static final int SHORT_SCHEMATIC = 8;
    private static final int DIGEST = 8;
    /** Leaves room for a number behind the name. */
    private static final int LONGEST_NAME = 60;

    private static final int MOST_NAMES = 9;
    private static final int MOST_CONFLICTS = 3;
    private static final int CONFLICT = 409;

    private final KubernetesClient client;

    public AutomaticImageSyncs(KubernetesClient client) {
        this.client = client;
    }

    /** Returns whether the controllers created an ImageSync for tenant clusters. */
    public static boolean isAutomatic(ImageSync sync) {
        return Optional.ofNullable(sync.getMetadata().getLabels())
                .map(labels -> labels.get(Labels.AUTO_SYNCED))
                .filter(TRUE::equals)
                .isPresent();
    }

    /**
     * Finds an ImageSync with this target in the namespace of the ProviderConfig, also one of a user. Prefers one whose image is ready, then
     * those of users. Ignores ImageSyncs that are being deleted.
     */
    public Optional<ImageSync> find(ImageSyncTarget target) {
        return KubeErrorMapper.translating(
                        "listing ImageSyncs",
                        () -> LenientDecoder.over(client)
                                .resources(ImageSync.class)
                                .inNamespace(namespace(target))
                                .list()
                                .getItems())
                .stream()
                .filter(sync -> UndecodableObject.of(sync).isEmpty() && isUsable(sync, target))
                .min(Comparator.comparing((ImageSync sync) -> image(sync).isEmpty())
                        .thenComparing(AutomaticImageSyncs::isAutomatic)
                        .thenComparing(sync -> sync.getMetadata().getName()));
    }

    private static boolean isUsable(ImageSync sync, ImageSyncTarget target) {
        return !sync.isMarkedForDeletion() && ImageSyncTarget.of(sync).equals(target);
    }

    /**
     * Returns the reference of the image for machines. It is kept while the infrastructure is not available.
     *
     * @return empty until the image of the current spec is ready
     */
    public static Optional<String> image(ImageSync sync) {
        return Optional.ofNullable(sync.getStatus())
                .filter(status -> Objects.equals(
                        status.observedGeneration(), sync.getMetadata().getGeneration()))
                .map(ImageSyncStatus::providerImageRef);
    }

    /**
     * Creates an ImageSync, or returns the one that another request created meanwhile.
     *
     * @param mode read only if an ImageSync is created
     */
    public ImageSync create(ImageSyncTarget target, Supplier<TransferMode> mode) {
        for (int number = 1; number <= MOST_NAMES; number++) {
            Optional<ImageSync> usable = create(target, mode, name(target, number));
            if (usable.isPresent()) {
                return usable.get();
            }
        }
        throw new ButlerException(
                ErrorCode.CONFLICT,
                "ImageSync %s and those with a number behind the name exist for other images or are being deleted."
                        .formatted(name(target, 1)));
    }

    /** Returns empty if an ImageSync for another image, or one that is being deleted, has the name. */
    private Optional<ImageSync> create(ImageSyncTarget target, Supplier<TransferMode> mode, String name) {
        for (int conflicts = 0; conflicts < MOST_CONFLICTS; conflicts++) {
            Optional<ImageSync> existing = get(target, name);
            if (existing.isPresent()) {
                return existing.filter(sync -> isUsable(sync, target));
            }
            Optional<ImageSync> created = tryCreate(render(target, mode.get(), name));
            if (created.isPresent()) {
                return created;
            }
        }
        throw new ButlerException(
                ErrorCode.CONFLICT, "ImageSync %s is created and deleted repeatedly.".formatted(name));
    }

    private Optional<ImageSync> get(ImageSyncTarget target, String name) {
        return KubeErrorMapper.translating(
                "reading ImageSync " + name,
                () -> Optional.ofNullable(client.resources(ImageSync.class)
                        .inNamespace(namespace(target))
                        .withName(name)
                        .get()));
    }

    private Optional<ImageSync> tryCreate(ImageSync sync) {
        return KubeErrorMapper.translating(
                "creating ImageSync " + sync.getMetadata().getName(), () -> {
                    try {
                        return Optional.of(client.resource(sync).create());
                    } catch (KubernetesClientException e) {
                        if (e.getCode() == CONFLICT) {
                            return Optional.empty();
                        }
                        throw e;
                    }
                });
    }

    private static ImageSync render(ImageSyncTarget target, TransferMode mode, String name) {
        ImageId image = target.image();
        ImageSync sync = new ImageSync();
        sync.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace(target))
                .withName(name)
                .build());
        sync.setSpec(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(
                        image.schematic(),
                        image.version(),
                        Architecture.valueOf(image.architecture().toUpperCase(Locale.ROOT)),
                        image.platform()),
                new ObjectReference(target.config().name(), null),
                image.format(),
                mode,
                null));
        Map<String, String> labels = new HashMap<>(ImageSyncClient.labels(sync));
        labels.put(Labels.AUTO_SYNCED, TRUE);
        sync.getMetadata().setLabels(labels);
        return sync;
    }

    private static String namespace(ImageSyncTarget target) {
        return target.config().namespace().orElseThrow();
    }

    /** Returns a name for people with a digest of the whole target, since the parts before it can be equal for different images. */
    static String name(ImageSyncTarget target, int number) {
        ImageId image = target.image();
        String end = "-%s-%s-%s-%s"
                .formatted(
                        image.schematic().substring(0, SHORT_SCHEMATIC),
                        image.version().substring(1),
                        image.architecture(),
                        digest(target))
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9-]", "-");
        String start = target.config().name().replaceAll("[^a-z0-9-]", "-");
        String name = start.substring(0, Math.max(1, Math.min(start.length(), LONGEST_NAME - end.length()))) + end;
        return number == 1 ? name : name + "-" + number;
    }

    private static String digest(ImageSyncTarget target) {
        byte[] content = (target.config() + "\n" + target.image().digest()).getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(content).toString().substring(0, DIGEST);
    }

    /** Deletes this version of an ImageSync. Succeeds if it is deleted already or changed; the caller checks a changed one again. */
    public void delete(ImageSync sync) {
        KubeErrorMapper.translating("deleting ImageSync " + sync.getMetadata().getName(), () -> {
            try {
                return client.resource(sync)
                        .lockResourceVersion(sync.getMetadata().getResourceVersion())
                        .delete();
            } catch (KubernetesClientException e) {
                if (e.getCode() == CONFLICT) {
                    return List.of();
                }
                throw e;
            }
        });
    }
}
