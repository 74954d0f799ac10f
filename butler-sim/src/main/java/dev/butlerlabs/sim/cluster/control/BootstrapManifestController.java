package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServedTypeResolver;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates the objects that the control plane machines require. Like Talos, it never changes one that exists. */
final class BootstrapManifestController implements SimulatedController {
    private final Set<String> created = new HashSet<>();
    private volatile List<Map<String, Object>> manifests = List.of();

    void manifests(List<Map<String, Object>> required) {
        manifests = required;
    }

    @Override
    public void reconcile(ClusterView view) {
        ServedTypeResolver types = new ServedTypeResolver(view.client());
        for (Map<String, Object> manifest : manifests) {
            UntypedTree object = UntypedTree.of(manifest);
            String name = object.anyText("kind") + "/" + object.anyText("metadata.name");
            if (!created.contains(name)) {
                create(types, object);
                created.add(name);
            }
        }
    }

    private static void create(ServedTypeResolver types, UntypedTree object) {
        try {
            types.resource(object).create();
        } catch (RuntimeException e) {
            if (!KubeErrorMapper.isConflict(e)) {
                throw e;
            }
        }
    }
}
