package dev.butlerlabs.core.backup.verify;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.BackupSentinel;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.backup.content.TenantContentVerifier;
import dev.butlerlabs.core.backup.restore.ObjectRestorer;
import dev.butlerlabs.core.backup.restore.RestoreTarget;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.etcd.SnapshotSource;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Verifies an opened backup: counts its objects, reads the etcd snapshot and compares both, and restores the objects into a scratch API, from
 * which every object is read back and compared. The objects of tenant clusters are decoded and counted. No cluster is contacted. Not thread-safe.
 */
public final class BackupVerifier {
    private final BackupReader backup;
    private final ProgressReporter progress;
    private final Clock clock;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Integer> objects = new TreeMap<>();
    private final Set<ResourceType> types = new LinkedHashSet<>();
    private final Map<String, Set<String>> keys = new LinkedHashMap<>();
    private final Set<String> uids = new HashSet<>();

    /**
     * The result of a verification.
     *
     * @param objects number of objects by resource
     * @param etcdKeys number of keys in the etcd snapshot by resource; empty if the backup has none
     * @param problems why the backup cannot be relied on; empty if it is valid
     */
    public record Result(Map<String, Integer> objects, Map<String, Integer> etcdKeys, List<String> problems) {
        public Result {
            objects = Map.copyOf(objects);
            etcdKeys = Map.copyOf(etcdKeys);
            problems = List.copyOf(problems);
        }
    }

    public BackupVerifier(BackupReader backup, ProgressReporter progress, Clock clock) {
        this.backup = backup;
        this.progress = progress;
        this.clock = clock;
    }

    /** Runs all checks. */
    public Result verify() {
        count();
        Map<String, Integer> etcdKeys = backup.etcd().map(this::checkEtcd).orElse(Map.of());
        problems.addAll(TenantContentVerifier.problems(backup));
        if (!objects.isEmpty() || backup.tenants().isEmpty()) {
            checkRestore();
        }
        return new Result(objects, etcdKeys, problems);
    }

    private void count() {
        Set<String> complete = new HashSet<>(backup.manifest().complete());
        backup.visit(ObjectSerialization.plain(), page -> {
            types.add(page.type());
            page.objects().forEach(object -> uids.add(object.getMetadata().getUid()));
            objects.merge(page.type().name(), page.objects().size(), Integer::sum);
            if (complete.contains(page.type().name())) {
                Set<String> known = keys.computeIfAbsent(page.type().etcdPrefix(), _ -> new HashSet<>());
                page.objects().forEach(object -> known.add(key(page.type(), object.getMetadata())));
            }
        });
        if (!objects.equals(backup.manifest().counts())) {
            problems.add("The backup contains %s, but its manifest lists %s."
                    .formatted(objects, new TreeMap<>(backup.manifest().counts())));
        }
    }

    private static String key(ResourceType type, ObjectMeta identity) {
        return type.etcdPrefix()
                + (type.isNamespaced() ? identity.getNamespace() + "/" + identity.getName() : identity.getName());
    }

    private Map<String, Integer> checkEtcd(SnapshotSource snapshot) {
        ProgressStep step = progress.start("etcd", "Reading the etcd snapshot");
        EtcdCheck check = new EtcdCheck(backup.manifest());
        try {
            check.read(snapshot);
            List<String> found = check.problems(backup.manifest().isConsistent() ? keys : Map.of());
            problems.addAll(found);
            finish(
                    step,
                    found,
                    CountFormatter.of(
                            check.counts().values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum(),
                            "key"));
        } catch (IOException e) {
            problems.add("The etcd snapshot is damaged: %s.".formatted(e.getMessage()));
            step.failed(e.getMessage());
        }
        return check.counts();
    }

    private void checkRestore() {
        ProgressStep step = progress.start("Restore", "Restoring into a scratch API");
        try (ScratchApi api = ScratchApi.start(types)) {
            ProgressReporter silent = new ProgressReporter(Progress.unseen(), clock);
            new ObjectRestorer(api.client(), backup, true, silent).restore();
            List<String> found = compare(api.client());
            problems.addAll(found);
            finish(
                    step,
                    found,
                    CountFormatter.of(
                                    objects.values().stream()
                                            .mapToInt(Integer::intValue)
                                            .sum(),
                                    "object") + " restored and compared");
        } catch (ButlerException e) {
            problems.add("The objects cannot be restored: %s".formatted(e.getMessage()));
            e.problems().forEach(problem -> problems.add(problem.toString()));
            step.failed(e.getMessage());
        }
    }

    private static void finish(ProgressStep step, List<String> found, String detail) {
        if (found.isEmpty()) {
            step.done(detail);
        } else {
            step.failed(CountFormatter.of(found.size(), "problem"));
        }
    }

    private List<String> compare(KubernetesClient client) {
        List<String> found = new ArrayList<>();
        RestoreTarget target = new RestoreTarget(client);
        boolean[] hasSentinel = {false};
        backup.visit(client.getKubernetesSerialization(), page -> {
            if (page.type().equals(ResourceType.NAMESPACE)) {
                return;
            }
            for (GenericKubernetesResource object : page.objects()) {
                Optional<GenericKubernetesResource> restored = target.find(page.type(), object.getMetadata());
                if (restored.isEmpty()) {
                    found.add("%s was not restored.".formatted(RestoreTarget.name(page.type(), object.getMetadata())));
                } else if (!isEqual(object, restored.get())) {
                    found.add("%s differs after the restore."
                            .formatted(RestoreTarget.name(page.type(), object.getMetadata())));
                }
                hasSentinel[0] |= page.type().equals(ResourceType.CONFIG_MAP)
                        && object.getMetadata().getName().equals(BackupSentinel.NAME)
                        && String.valueOf(object.getAdditionalProperties())
                                .contains(backup.manifest().sentinel());
            }
        });
        if (!hasSentinel[0]) {
            found.add("The objects do not contain the sentinel of the backup.");
        }
        return found;
    }

    private boolean isEqual(GenericKubernetesResource stored, GenericKubernetesResource restored) {
        return stored.getAdditionalProperties().equals(restored.getAdditionalProperties())
                && owners(stored, owner -> uids.contains(owner.getUid())).equals(owners(restored, _ -> true));
    }

    private static List<String> owners(GenericKubernetesResource object, Predicate<OwnerReference> included) {
        return Optional.ofNullable(object.getMetadata().getOwnerReferences()).orElse(List.of()).stream()
                .filter(included)
                .map(owner -> owner.getKind() + " " + owner.getName())
                .sorted()
                .toList();
    }
}
