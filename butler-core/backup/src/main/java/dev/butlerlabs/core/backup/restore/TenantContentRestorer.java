package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Restores the content of a tenant cluster into the API of the same or of another one. CRDs are created first, then what workloads use,
 * workloads, and admission webhooks last. Objects get new uids and references to the new uids of their owners; custom resources also get their
 * status. Nothing is changed if an object exists with other content, unless it is forced. Interrupted at any moment, a second run completes the
 * first. Not thread-safe.
 */
public final class TenantContentRestorer {
    private static final Duration DEFINITIONS_LIMIT = Duration.ofSeconds(60);
    private static final int REPORT_INTERVAL = 100;

    private final KubernetesClient client;
    private final RestoreTarget target;
    private final BackupReader backup;
    private final TenantContent content;
    private final Settings settings;
    private final ProgressReporter progress;
    private final Map<String, String> newUids = new HashMap<>();
    private final Set<String> pending = new HashSet<>();
    private final Set<String> pendingResources = new HashSet<>();
    private final Set<String> customResources = new HashSet<>();
    private final Map<String, Integer> created = new TreeMap<>();
    private int unchanged;

    /**
     * How to restore.
     *
     * @param forces whether to overwrite objects that exist with other content
     * @param attachesVolumes whether PersistentVolumes are restored, because the target is the tenant cluster that they belong to
     */
    public record Settings(boolean forces, boolean attachesVolumes) {}

    /**
     * The result of a restore.
     *
     * @param created number of objects by resource that were created or overwritten
     * @param unchanged number of objects that existed already
     * @param skipped number of objects that are not restored
     * @param warnings objects that need attention
     */
    public record Result(
            Map<String, Integer> created, int unchanged, Map<SkipReason, Integer> skipped, List<String> warnings) {
        public Result {
            created = Map.copyOf(created);
            skipped = Map.copyOf(skipped);
            warnings = List.copyOf(warnings);
        }

        /** Returns the number of objects that were created or overwritten. */
        public int objects() {
            return created.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /** @param client connected to the tenant cluster to restore into */
    public TenantContentRestorer(
            KubernetesClient client,
            BackupReader backup,
            TenantContent content,
            Settings settings,
            ProgressReporter progress) {
        this.client = client;
        this.target = new RestoreTarget(client);
        this.backup = backup;
        this.content = content;
        this.settings = settings;
        this.progress = progress;
    }

    /**
     * Restores all objects.
     *
     * @throws ButlerException if the target is not suited; it then lists every problem, and nothing was changed
     */
    public Result restore() {
        TenantRestorePlan[] plan = {null};
        step("Check", "Checking the target", step -> {
            plan[0] = TenantRestorePlan.of(
                    backup, content, client.getKubernetesSerialization(), settings.attachesVolumes());
            new TenantTargetCheck(client, plan[0], content, settings.forces()).require();
            step.done(CountFormatter.of(plan[0].size(), "object"));
        });
        step("Definitions", "Installing CRDs", step -> installDefinitions(plan[0], step));
        step("Objects", "Creating objects", step -> createAll(plan[0], step));
        if (!pending.isEmpty()) {
            step("Complete", "Setting owners and status", step -> completeAll(plan[0], step));
        }
        return new Result(created, unchanged, plan[0].skipped(), plan[0].warnings());
    }

    private void installDefinitions(TenantRestorePlan plan, ProgressStep step) {
        List<GenericKubernetesResource> missing = new ArrayList<>();
        plan.visit(ResourceType.DEFINITION_NAME::equals, (type, object) -> {
            customResources.add(object.getMetadata().getName());
            target.find(type, object.getMetadata())
                    .ifPresentOrElse(
                            found -> keep(object, found),
                            () -> missing.add(RestoredTenantObject.of(type, object, Set.of())));
        });
        if (!missing.isEmpty()) {
            missing.forEach(this::mark);
            new CustomResourceDefinitions(client).ensure(missing, DEFINITIONS_LIMIT);
            created.put(ResourceType.DEFINITION_NAME, missing.size());
        }
        step.done(CountFormatter.of(missing.size(), "CRD"));
    }

    private void createAll(TenantRestorePlan plan, ProgressStep step) {
        int[] count = {0};
        plan.visit(name -> !name.equals(ResourceType.DEFINITION_NAME), (type, object) -> {
            restore(plan, type, object);
            if (++count[0] % REPORT_INTERVAL == 0) {
                step.waiting("%d/%d".formatted(count[0], plan.size()));
            }
        });
        step.done("%s created, %d unchanged"
                .formatted(
                        CountFormatter.of(
                                created.values().stream()
                                        .mapToInt(Integer::intValue)
                                        .sum(),
                                "object"),
                        unchanged));
    }

    private void restore(TenantRestorePlan plan, ResourceType type, GenericKubernetesResource object) {
        GenericKubernetesResource wanted = RestoredTenantObject.of(type, object, plan.volumes());
        wanted.getMetadata().setOwnerReferences(owners(plan, object.getMetadata()));
        mark(wanted);
        boolean isIncomplete = hasStatus(type, object) || hasLaterOwner(plan, object.getMetadata());
        if (isIncomplete) {
            wanted.getMetadata().getAnnotations().put(Annotations.RESTORE_PENDING, content.id());
        }
        target.create(type, wanted)
                .ifPresentOrElse(
                        found -> {
                            count(type, object, found);
                            if (isIncomplete) {
                                postpone(type, object);
                            }
                        },
                        () -> resolve(type, object, wanted));
    }

    private void resolve(ResourceType type, GenericKubernetesResource object, GenericKubernetesResource wanted) {
        GenericKubernetesResource existing = target.find(type, object.getMetadata())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.CONFLICT,
                        "%s cannot be created now.".formatted(RestoreTarget.name(type, object.getMetadata())),
                        "Rerun the command to resume."));
        switch (TargetObjectState.of(type, object, existing, content.id())) {
            case PENDING -> {
                keep(object, existing);
                postpone(type, object);
            }
            case RESTORED, SAME, SHARED -> keep(object, existing);
            case EMPTY -> count(type, object, target.apply(type, wanted));
            case DIFFERENT -> {
                if (!settings.forces()) {
                    throw new ButlerException(
                            ErrorCode.CONFLICT,
                            "%s was created or changed meanwhile."
                                    .formatted(RestoreTarget.name(type, object.getMetadata())),
                            "Rerun the command to resume.");
                }
                count(type, object, target.apply(type, wanted));
                if (wanted.getMetadata().getAnnotations().containsKey(Annotations.RESTORE_PENDING)) {
                    postpone(type, object);
                }
            }
        }
    }

    private void postpone(ResourceType type, GenericKubernetesResource object) {
        pending.add(object.getMetadata().getUid());
        pendingResources.add(type.name());
    }

    private void mark(GenericKubernetesResource wanted) {
        wanted.getMetadata().getAnnotations().put(Annotations.RESTORED_FROM, content.id());
    }

    private void count(ResourceType type, GenericKubernetesResource object, GenericKubernetesResource found) {
        newUids.put(object.getMetadata().getUid(), found.getMetadata().getUid());
        created.merge(type.name(), 1, Integer::sum);
    }

    private void keep(GenericKubernetesResource object, GenericKubernetesResource found) {
        newUids.put(object.getMetadata().getUid(), found.getMetadata().getUid());
        unchanged++;
    }

    /** Controllers of Kubernetes compute the status of its own resources; controllers of others may depend on what they stored. */
    private boolean hasStatus(ResourceType type, GenericKubernetesResource object) {
        return customResources.contains(type.name())
                && RestoredObject.status(type, object).isPresent();
    }

    private boolean hasLaterOwner(TenantRestorePlan plan, ObjectMeta metadata) {
        return TenantRestoreRules.owners(metadata).stream()
                .anyMatch(owner -> plan.isRestored(owner.getUid()) && !newUids.containsKey(owner.getUid()));
    }

    private List<OwnerReference> owners(TenantRestorePlan plan, ObjectMeta metadata) {
        return TenantRestoreRules.owners(metadata).stream()
                .filter(owner -> plan.isRestored(owner.getUid()) && newUids.containsKey(owner.getUid()))
                .map(owner -> new OwnerReferenceBuilder(owner)
                        .withUid(newUids.get(owner.getUid()))
                        .build())
                .toList();
    }

    private void completeAll(TenantRestorePlan plan, ProgressStep step) {
        plan.visit(pendingResources::contains, (type, object) -> {
            if (pending.contains(object.getMetadata().getUid())) {
                complete(plan, type, object);
            }
        });
        step.done(CountFormatter.of(pending.size(), "object"));
    }

    private void complete(TenantRestorePlan plan, ResourceType type, GenericKubernetesResource object) {
        if (hasStatus(type, object)) {
            RestoredObject.status(type, object).ifPresent(status -> target.applyStatus(type, status));
        }
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.RESTORE_PENDING, null);
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("annotations", annotations);
        List<OwnerReference> owners = owners(plan, object.getMetadata());
        if (!owners.isEmpty()) {
            metadata.put("ownerReferences", owners);
        }
        target.patch(type, object.getMetadata(), Map.of("metadata", metadata));
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
