package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.provider.ImageId;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads, creates and deletes ImageSyncs for the command line. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class ImageSyncClient {
    private static final int LONGEST_LABEL = 63;

    private final KubernetesClient client;

    public ImageSyncClient(KubernetesClient client) {
        this.client = client;
    }

    /** Lists the ImageSyncs of a namespace or of all namespaces. */
    public DecodedList<ImageSync> list(Optional<String> namespace) {
        var all = LenientDecoder.over(client).resources(ImageSync.class);
        return DecodedList.of(KubeErrorMapper.translating(
                client,
                "listing ImageSyncs",
                () -> namespace
                        .map(one -> all.inNamespace(one).list())
                        .orElseGet(() -> all.inAnyNamespace().list())
                        .getItems()));
    }

    /**
     * Returns an ImageSync.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public ImageSync get(ObjectName name) {
        return find(name)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "ImageSync %s not found.".formatted(name),
                        "List the ImageSyncs with 'butleradm image list -A'."));
    }

    private Optional<ImageSync> find(ObjectName name) {
        return KubeErrorMapper.translating(
                client,
                "reading ImageSync " + name,
                () -> Optional.ofNullable(resource(name).get()));
    }

    private Resource<ImageSync> resource(ObjectName name) {
        return client.resources(ImageSync.class)
                .inNamespace(name.namespace().orElseThrow())
                .withName(name.name());
    }

    /**
     * Creates an ImageSync, or returns the existing one for the same image.
     *
     * @throws ButlerException with CONFLICT if one for another image or infrastructure has the name
     */
    public ImageSync create(ObjectName name, ImageSyncSpec spec) {
        ImageSync wanted = new ImageSync();
        wanted.setSpec(spec);
        wanted.setMetadata(new ObjectMetaBuilder()
                .withNamespace(name.namespace().orElseThrow())
                .withName(name.name())
                .build());
        wanted.getMetadata().setLabels(labels(wanted));
        Optional<ImageSync> existing = find(name);
        if (existing.isPresent()) {
            requireSame(name, wanted, existing.get());
            return existing.get();
        }
        return KubeErrorMapper.translating(
                client,
                "creating ImageSync " + name,
                () -> client.resource(wanted).create());
    }

    /** Returns labels with the image and the ProviderConfig, to select ImageSyncs. */
    static Map<String, String> labels(ImageSync sync) {
        ImageId id = ImageSyncReconcileContext.id(sync);
        return Map.of(
                Labels.SCHEMATIC_ID,
                id.schematic()
                        .substring(0, Math.min(LONGEST_LABEL, id.schematic().length())),
                Labels.IMAGE_VERSION,
                id.version(),
                Labels.IMAGE_ARCHITECTURE,
                id.architecture(),
                Labels.PROVIDER_CONFIG,
                sync.getSpec().providerConfigRef().name());
    }

    private static void requireSame(ObjectName name, ImageSync wanted, ImageSync existing) {
        if (!ImageSyncTarget.of(wanted).equals(ImageSyncTarget.of(existing))) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "ImageSync %s exists for another image or ProviderConfig.".formatted(name),
                    "Use another name with --name.");
        }
    }

    /**
     * Waits until an image is ready.
     *
     * @param progress receives a message whenever the state changes
     * @throws ButlerException with PROVIDER if the transfer fails, or with TIMEOUT
     */
    public ImageSync awaitReady(ObjectName name, Consumer<String> progress, Duration limit) {
        ImageSync settled = new ObjectWaiter(progress, true)
                .await(
                        resource(name),
                        "ImageSync " + name,
                        WaitCondition.that(
                                "its image is ready",
                                sync -> phase(sync) == Phase.READY || phase(sync) == Phase.FAILED,
                                ImageSyncClient::stateText),
                        limit)
                .orElseThrow();
        if (phase(settled) == Phase.FAILED) {
            throw new ButlerException(
                    ErrorCode.PROVIDER,
                    "The transfer of the image failed: %s".formatted(messageText(settled)),
                    "Butler retries automatically. If the message names a wrong value, delete the ImageSync and create it again.");
        }
        return settled;
    }

    private static Phase phase(ImageSync sync) {
        boolean isCurrent = Optional.ofNullable(sync.getStatus())
                .map(ImageSyncStatus::observedGeneration)
                .filter(observed -> observed.equals(sync.getMetadata().getGeneration()))
                .isPresent();
        return isCurrent ? sync.getStatus().phase() : Phase.PENDING;
    }

    /** Returns the phase and what it waits for. */
    public static String stateText(ImageSync sync) {
        if (sync.getStatus() == null || sync.getStatus().phase() == null) {
            return "waiting for the controllers";
        }
        String word = sync.getStatus().phase().name();
        String message = messageText(sync);
        return word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT) + (message.isEmpty() ? "" : ": " + message);
    }

    private static String messageText(ImageSync sync) {
        List<Condition> conditions = sync.getStatus().conditions();
        return Optional.ofNullable(sync.getStatus().failureMessage())
                .or(() -> Stream.of(ConditionTypes.IMAGE_READY, ImageSyncSteps.ARTIFACT, ProviderConnector.STEP)
                        .flatMap(type -> conditions.stream()
                                .filter(condition ->
                                        type.equals(condition.getType()) && "False".equals(condition.getStatus())))
                        .map(Condition::getMessage)
                        .findFirst())
                .orElse("");
    }

    /** Deletes an ImageSync. The controllers delete its image when no machine, cluster or other ImageSync uses it. */
    public void delete(ObjectName name) {
        ImageSync sync = get(name);
        KubeErrorMapper.translating(
                client,
                "deleting ImageSync " + name,
                () -> client.resource(sync).delete());
    }

    /** Waits until an ImageSync and its image are deleted. */
    public void awaitDeleted(ObjectName name, Consumer<String> progress, Duration limit) {
        new ObjectWaiter(progress, true)
                .await(
                        resource(name),
                        "ImageSync " + name,
                        new WaitCondition<>(
                                "it is deleted",
                                Optional::isEmpty,
                                seen -> seen.map(ImageSyncClient::deletionText).orElse("deleted")),
                        limit);
    }

    private static String deletionText(ImageSync sync) {
        return Optional.ofNullable(sync.getStatus()).map(ImageSyncStatus::conditions).orElse(List.of()).stream()
                .filter(condition -> condition.getType().equals(ImageSyncSteps.UNUSED)
                        || condition.getType().equals(ImageSyncSteps.GONE))
                .filter(condition -> "False".equals(condition.getStatus()))
                .map(Condition::getMessage)
                .findFirst()
                .orElse("waiting for the controllers");
    }
}
