package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.Architecture;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ImageId;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The images that an ImageSync has transferred, in an annotation with one line for each. An image is recorded before it is created, so that
 * it is found after a change of the spec even if the process ended meanwhile. Thread-safe.
 */
final class FormerImages {
    private static final int WORDS = 6;
    private static final int NOT_FOUND = 404;

    private final KubernetesClient client;

    FormerImages(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Records the image of the spec. Writes only if it is new.
     *
     * @return whether it was written; false also for an ImageSync that was deleted meanwhile
     */
    boolean record(ImageSync sync) {
        Set<ImageSyncTarget> images = recorded(sync);
        return images.add(ImageSyncTarget.of(sync)) && write(sync, images);
    }

    /** Returns the recorded images that are not that of the spec. */
    static List<ImageSyncTarget> of(ImageSync sync) {
        ImageSyncTarget current = ImageSyncTarget.of(sync);
        return recorded(sync).stream().filter(image -> !image.equals(current)).toList();
    }

    /** Replaces the recorded images by that of the spec and those that remain. */
    void keep(ImageSync sync, Collection<ImageSyncTarget> remaining) {
        Set<ImageSyncTarget> images = new LinkedHashSet<>(remaining);
        images.add(ImageSyncTarget.of(sync));
        write(sync, images);
    }

    /** Returns false for an ImageSync that was deleted meanwhile. */
    private boolean write(ImageSync sync, Set<ImageSyncTarget> images) {
        String text = images.stream().map(FormerImages::line).collect(Collectors.joining("\n"));
        Map<String, Object> patch =
                Map.of("metadata", Map.of("annotations", Map.of(Annotations.TRANSFERRED_IMAGES, text)));
        return KubeErrorMapper.translating("recording the image of ImageSync " + ObjectName.from(sync), () -> {
            try {
                patch(sync, client.getKubernetesSerialization().asJson(patch));
                return true;
            } catch (KubernetesClientException e) {
                if (e.getCode() == NOT_FOUND) {
                    return false;
                }
                throw e;
            }
        });
    }

    private void patch(ImageSync sync, String json) {
        client.resources(ImageSync.class)
                .inNamespace(sync.getMetadata().getNamespace())
                .withName(sync.getMetadata().getName())
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    private static Map<String, String> annotations(ImageSync sync) {
        return Optional.ofNullable(sync.getMetadata().getAnnotations()).orElse(Map.of());
    }

    private static Set<ImageSyncTarget> recorded(ImageSync sync) {
        return Optional.ofNullable(annotations(sync).get(Annotations.TRANSFERRED_IMAGES))
                .map(text -> text.lines().flatMap(line -> parse(line)).collect(Collectors.toList()))
                .map(LinkedHashSet::new)
                .orElseGet(LinkedHashSet::new);
    }

    private static String line(ImageSyncTarget target) {
        ImageId image = target.image();
        return String.join(
                " ",
                target.config().toString(),
                image.schematic(),
                image.version(),
                image.architecture(),
                image.platform(),
                image.format());
    }

    /** Ignores lines that Butler did not write. */
    private static Stream<ImageSyncTarget> parse(String line) {
        String[] words = line.split(" ", -1);
        int slash = words[0].indexOf('/');
        boolean isValid = words.length == WORDS
                && slash > 0
                && Stream.of(Architecture.values())
                        .anyMatch(value -> word(value).equals(words[3]));
        return isValid
                ? Stream.of(new ImageSyncTarget(
                        new ObjectName(words[0].substring(0, slash), words[0].substring(slash + 1)),
                        new ImageId(words[1], words[2], words[3], words[4], words[5])))
                : Stream.empty();
    }

    private static String word(Architecture architecture) {
        return architecture.name().toLowerCase(Locale.ROOT);
    }

    /** Returns an ImageSync as it was with a former image. It is not stored. */
    static ImageSync with(ImageSync sync, ImageSyncTarget former) {
        ImageId image = former.image();
        ImageSync copy = new ImageSync();
        copy.setMetadata(sync.getMetadata());
        copy.setSpec(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(
                        image.schematic(),
                        image.version(),
                        Architecture.valueOf(image.architecture().toUpperCase(Locale.ROOT)),
                        image.platform()),
                new ObjectReference(
                        former.config().name(), former.config().namespace().orElseThrow()),
                image.format(),
                sync.getSpec().transferMode(),
                null));
        return copy;
    }
}
