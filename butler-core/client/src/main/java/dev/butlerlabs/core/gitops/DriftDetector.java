package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServedTypeResolver;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compares the objects of a repository with those of a cluster. Uses a server-side dry run as Flux's field manager, so that defaults and
 * normalized values do not count as differences. Changes nothing. Not thread-safe.
 */
public final class DriftDetector {
    private static final String FLUX_MANAGER = "kustomize-controller";

    private final KubernetesClient cluster;
    private final ServedTypeResolver types;

    public DriftDetector(KubernetesClient cluster) {
        this.cluster = cluster;
        this.types = new ServedTypeResolver(cluster);
    }

    /**
     * Returns the differences, the most severe first.
     *
     * @param repository the objects of the repository
     * @param inventory the ids of the objects that Flux applied; those that are not in the repository are reported as added
     */
    public List<ObjectDrift> detect(List<Map<String, Object>> repository, List<String> inventory) {
        List<ObjectDrift> drift = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (Map<String, Object> manifest : repository) {
            UntypedTree object = UntypedTree.of(manifest);
            known.add(InventoryId.of(object).toString());
            compare(object).ifPresent(drift::add);
        }
        inventory.stream()
                .filter(id -> !known.contains(id))
                .map(id -> new ObjectDrift(
                        ObjectDrift.Change.ADDED, InventoryId.parse(id).text(), List.of(), ""))
                .forEach(drift::add);
        drift.sort(Comparator.comparing(ObjectDrift::change).thenComparing(ObjectDrift::object));
        return List.copyOf(drift);
    }

    private Optional<ObjectDrift> compare(UntypedTree manifest) {
        String name = InventoryId.of(manifest).text();
        try {
            Optional<UntypedTree> stored = find(manifest);
            if (stored.isEmpty()) {
                return Optional.of(new ObjectDrift(ObjectDrift.Change.MISSING, name, List.of(), ""));
            }
            List<FieldComparison.Difference> fields = FieldComparison.between(stored.get(), dryRun(manifest));
            return fields.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ObjectDrift(ObjectDrift.Change.CHANGED, name, fields, ""));
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.NOT_FOUND && !KubeErrorMapper.isRejected(e)) {
                throw e;
            }
            return Optional.of(new ObjectDrift(ObjectDrift.Change.REJECTED, name, List.of(), e.getMessage()));
        }
    }

    private Optional<UntypedTree> find(UntypedTree manifest) {
        return KubeErrorMapper.translating("reading " + InventoryId.of(manifest).text(), () -> {
            try {
                return Optional.ofNullable(types.resource(manifest).get()).map(this::tree);
            } catch (KubernetesClientException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    private UntypedTree dryRun(UntypedTree manifest) {
        PatchContext context = new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(FLUX_MANAGER)
                .withForce(true)
                .withDryRun(List.of("All"))
                .build();
        return tree(KubeErrorMapper.translating(
                "comparing " + InventoryId.of(manifest).text(),
                () -> types.resource(manifest).patch(context)));
    }

    private UntypedTree tree(GenericKubernetesResource object) {
        return UntypedTree.of(cluster.getKubernetesSerialization().convertValue(object, Map.class));
    }
}
