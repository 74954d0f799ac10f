package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.ExistingEngineCleanup;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates or updates the ClusterBootstrap of a run. Several operators may do so at the same time on a shared engine: one of them creates
 * it, the others fail with a conflict and change nothing.
 */
final class ClusterBootstrapCreator {
    private final KubernetesClient client;
    private final ClusterDirectory folder;

    ClusterBootstrapCreator(KubernetesClient client, ClusterDirectory folder) {
        this.client = client;
        this.folder = folder;
    }

    /**
     * Applies the object.
     *
     * @return the stored object, with the owner that the directory of the cluster records
     * @throws dev.butlerlabs.core.error.ButlerException with CONFLICT if another operator owns the object
     */
    ClusterBootstrap apply(ClusterBootstrap wanted) {
        Optional<ClusterBootstrap> known = find(wanted);
        known.ifPresent(this::requireOurs);
        String owner = known.map(MachineRequestRenderer::owner)
                .or(folder::keptOwner)
                .orElseGet(() -> UUID.randomUUID().toString());
        folder.keepOwner(owner);
        ClusterBootstrap owned = owned(wanted, owner);
        if (known.isEmpty()) {
            create(owned);
        }
        return ServerSideApply.asButlerForced().apply(client, owned);
    }

    /** Creates the object instead of applying it: an apply would take over an object that another operator created since the last read. */
    private void create(ClusterBootstrap owned) {
        try {
            client.resource(owned).create();
        } catch (KubernetesClientException e) {
            if (!KubeErrorMapper.isConflict(e)) {
                throw KubeErrorMapper.translate("creating ClusterBootstrap " + folder.cluster(), e);
            }
            find(owned).ifPresent(this::requireOurs);
        }
    }

    /**
     * Checks the owner on a shared engine only. The run's own engine holds no clusters of others, and its record wins if the directory lost
     * the owner.
     */
    private void requireOurs(ClusterBootstrap found) {
        if (ExistingEngineCleanup.of(folder).isPresent()) {
            ExistingEngineCleanup.requireOurs(found, folder);
        }
    }

    private Optional<ClusterBootstrap> find(ClusterBootstrap wanted) {
        return KubeErrorMapper.translating(
                "reading the ClusterBootstrap",
                () -> Optional.ofNullable(client.resource(wanted).get()));
    }

    private ClusterBootstrap owned(ClusterBootstrap wanted, String owner) {
        ClusterBootstrap owned = client.getKubernetesSerialization().clone(wanted);
        owned.setMetadata(new ObjectMetaBuilder(owned.getMetadata())
                .addToAnnotations(Annotations.OWNER_ID, owner)
                .build());
        return owned;
    }
}
