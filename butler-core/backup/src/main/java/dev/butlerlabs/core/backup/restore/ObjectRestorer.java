package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.BackupSentinel;
import dev.butlerlabs.core.backup.content.ObjectPage;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Moves the objects of a backup into another cluster. Objects get new uids; references to owners are set to the new uids. Until all objects
 * and their status exist, Butler's controllers ignore them; tenant clusters stay paused until {@code unpauses}. Nothing is changed if
 * an object exists with other content, or a CRD is missing. Interrupted at any moment, a second run completes the first. Not thread-safe.
 */
public final class ObjectRestorer {
    private static final Duration DEFINITIONS_LIMIT = Duration.ofSeconds(60);

    private final KubernetesClient client;
    private final RestoreTarget target;
    private final BackupReader backup;
    private final boolean unpauses;
    private final ProgressReporter progress;

    /** The objects of the backup by their old uid. */
    private final Map<String, Identity> identities = new HashMap<>();

    private final Map<String, String> newUids = new HashMap<>();
    private final Map<String, Integer> restored = new TreeMap<>();
    private final List<String> warnings = new ArrayList<>();

    private record Identity(ResourceType type, ObjectMeta metadata) {}

    /**
     * The result of a restore.
     *
     * @param counts number of objects by resource that the target now has from the backup
     * @param warnings objects that need attention
     */
    public record Result(Map<String, Integer> counts, boolean isUnpaused, List<String> warnings) {
        public Result {
            counts = Map.copyOf(counts);
            warnings = List.copyOf(warnings);
        }
    }

    public ObjectRestorer(KubernetesClient client, BackupReader backup, boolean unpauses, ProgressReporter progress) {
        this.client = client;
        this.target = new RestoreTarget(client);
        this.backup = backup;
        this.unpauses = unpauses;
        this.progress = progress;
    }

    /**
     * Restores all objects.
     *
     * @throws ButlerException if the target is not suited; it then lists every problem, and nothing was changed
     */
    public Result restore() {
        step("Check", "Checking the target", step -> {
            index();
            requireSuitable();
            step.done(CountFormatter.of(identities.size(), "object"));
        });
        step("Objects", "Creating objects", this::createAll);
        step("Release", "Completing", step -> {
            visitAll((type, object) -> complete(type, object));
            step.done("controllers may reconcile the objects");
        });
        if (unpauses) {
            step("Resume", "Resuming tenant clusters", this::unpauseAll);
        }
        return new Result(restored, unpauses, warnings);
    }

    private String sentinel() {
        return backup.manifest().sentinel();
    }

    private void index() {
        visitAll((type, object) ->
                identities.put(object.getMetadata().getUid(), new Identity(type, object.getMetadata())));
    }

    private void requireSuitable() {
        List<InputProblem> problems = new ArrayList<>();
        Set<String> served = definitions();
        Set<ResourceType> missing = new LinkedHashSet<>();
        visitAll((type, object) -> {
            if (type.group().isEmpty() || served.contains(type.name())) {
                requireFree(type, object, problems);
            } else if (!type.group().equals(ApiGroup.NAME)) {
                missing.add(type);
            }
        });
        missing.forEach(type -> problems.add(new InputProblem(
                type.name(),
                "the cluster does not have this CRD",
                "Install the platform addons in the cluster first.")));
        if (!problems.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "The objects cannot be restored into %s.".formatted(client.getMasterUrl()),
                    "Fix the problems above and try again. Nothing was changed.",
                    problems,
                    null);
        }
    }

    private Set<String> definitions() {
        Set<String> names = new HashSet<>();
        KubeErrorMapper.translating(
                        "listing the CRDs",
                        () -> client.apiextensions()
                                .v1()
                                .customResourceDefinitions()
                                .list()
                                .getItems())
                .forEach(definition -> names.add(definition.getMetadata().getName()));
        return names;
    }

    private void requireFree(ResourceType type, GenericKubernetesResource object, List<InputProblem> problems) {
        Optional<GenericKubernetesResource> existing = target.find(type, object.getMetadata());
        if (existing.isEmpty() || isComplete(existing.get())) {
            return;
        }
        GenericKubernetesResource wanted = RestoredObject.of(type, object, List.of(), sentinel());
        boolean isOurs = RestoredObject.isSame(existing.get(), wanted) || RestoredObject.isSame(existing.get(), object);
        if (!isOurs && !isSentinel(type, object)) {
            problems.add(new InputProblem(
                    RestoreTarget.name(type, object.getMetadata()),
                    "it exists with other content",
                    "Delete it, or restore into another cluster."));
        }
    }

    private static boolean isSentinel(ResourceType type, GenericKubernetesResource object) {
        return type.equals(ResourceType.CONFIG_MAP)
                && object.getMetadata().getName().equals(BackupSentinel.NAME);
    }

    private boolean isComplete(GenericKubernetesResource existing) {
        return Optional.ofNullable(existing.getMetadata().getAnnotations())
                .map(annotations -> sentinel().equals(annotations.get(Annotations.RESTORED_FROM)))
                .orElse(false);
    }

    private void createAll(ProgressStep step) {
        installDefinitions();
        Map<String, ObjectMeta> namespaces = new HashMap<>();
        backup.visit(client.getKubernetesSerialization(), page -> {
            if (page.type().equals(ResourceType.NAMESPACE)) {
                page.objects()
                        .forEach(object -> namespaces.put(object.getMetadata().getName(), object.getMetadata()));
            }
        });
        identities.values().stream()
                .filter(identity -> identity.type().isNamespaced())
                .map(identity -> identity.metadata().getNamespace())
                .distinct()
                .sorted()
                .forEach(name -> target.ensureNamespace(name, Optional.ofNullable(namespaces.get(name))));
        int[] count = {0};
        visitAll((type, object) -> {
            create(type, object);
            if (++count[0] % 20 == 0) {
                step.waiting("%d/%d".formatted(count[0], identities.size()));
            }
        });
        step.done(CountFormatter.of(count[0], "object"));
    }

    /** Installs only missing CRDs: the existing ones belong to the controllers of the target. */
    private void installDefinitions() {
        Set<String> served = definitions();
        List<CustomResourceDefinition> missing = CustomResourceDefinitionFiles.all().stream()
                .filter(definition -> !served.contains(definition.getMetadata().getName()))
                .toList();
        if (!missing.isEmpty()) {
            new CustomResourceDefinitions(client).ensure(missing, DEFINITIONS_LIMIT);
        }
    }

    private void create(ResourceType type, GenericKubernetesResource object) {
        Optional<GenericKubernetesResource> existing = target.find(type, object.getMetadata());
        restored.merge(type.name(), 1, Integer::sum);
        if (existing.isPresent() && isComplete(existing.get())) {
            newUids.put(
                    object.getMetadata().getUid(), existing.get().getMetadata().getUid());
            return;
        }
        if (object.getMetadata().getDeletionTimestamp() != null) {
            warnings.add(
                    "%s was being deleted. Delete it again.".formatted(RestoreTarget.name(type, object.getMetadata())));
        }
        GenericKubernetesResource created =
                target.apply(type, RestoredObject.of(type, object, owners(type, object), sentinel()));
        newUids.put(object.getMetadata().getUid(), created.getMetadata().getUid());
        RestoredObject.status(type, object).ifPresent(status -> target.applyStatus(type, status));
    }

    private List<OwnerReference> owners(ResourceType type, GenericKubernetesResource object) {
        List<OwnerReference> owners = new ArrayList<>();
        for (OwnerReference owner :
                Optional.ofNullable(object.getMetadata().getOwnerReferences()).orElse(List.of())) {
            newUid(owner.getUid())
                    .ifPresentOrElse(
                            uid -> owners.add(new OwnerReferenceBuilder(owner)
                                    .withUid(uid)
                                    .build()),
                            () -> warnings.add("%s has no owner anymore: %s %s is not in the backup."
                                    .formatted(
                                            RestoreTarget.name(type, object.getMetadata()),
                                            owner.getKind(),
                                            owner.getName())));
        }
        return owners;
    }

    /** Owners are restored first; in a cycle, an owner may exist from an earlier run only. */
    private Optional<String> newUid(String oldUid) {
        return Optional.ofNullable(newUids.get(oldUid))
                .or(() -> Optional.ofNullable(identities.get(oldUid))
                        .flatMap(identity -> target.find(identity.type(), identity.metadata()))
                        .map(found -> found.getMetadata().getUid()));
    }

    private void complete(ResourceType type, GenericKubernetesResource object) {
        boolean isComplete =
                target.find(type, object.getMetadata()).filter(this::isComplete).isPresent();
        if (!isComplete) {
            target.patch(type, object.getMetadata(), RestoredObject.completion(sentinel()));
        }
    }

    private void unpauseAll(ProgressStep step) {
        int[] count = {0};
        // The clusters of Cluster API first: their tenant clusters are reconciled as soon as these are resumed.
        for (boolean isButler : new boolean[] {false, true}) {
            visitAll((type, object) -> {
                if (RestoredObject.isPausable(type) && type.group().equals(ApiGroup.NAME) == isButler) {
                    count[0] += unpause(type, object) ? 1 : 0;
                }
            });
        }
        step.done(CountFormatter.of(count[0], "object"));
    }

    private boolean unpause(ResourceType type, GenericKubernetesResource object) {
        boolean isPaused = target.find(type, object.getMetadata())
                .map(found -> found.getMetadata().getAnnotations())
                .filter(annotations -> sentinel().equals(annotations.get(Annotations.PAUSED_BY_RESTORE)))
                .isPresent();
        if (isPaused) {
            target.patch(type, object.getMetadata(), RestoredObject.unpausing(type, object));
        }
        return isPaused;
    }

    @FunctionalInterface
    private interface ObjectVisitor {
        void object(ResourceType type, GenericKubernetesResource object);
    }

    /** Visits all objects but namespaces, which are created as needed. */
    private void visitAll(ObjectVisitor visitor) {
        backup.visit(client.getKubernetesSerialization(), (ObjectPage page) -> {
            if (!page.type().equals(ResourceType.NAMESPACE)) {
                page.objects().forEach(object -> visitor.object(page.type(), object));
            }
        });
    }

    @FunctionalInterface
    private interface Work {
        void run(ProgressStep step);
    }

    private void step(String name, String title, Work work) {
        ProgressStep step = progress.start(name, title);
        try {
            work.run(step);
        } catch (ButlerException e) {
            step.failed(e.getMessage());
            throw e;
        }
    }
}
