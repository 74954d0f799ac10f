package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.provider.clusterapi.TenantObjectFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects of a tenant cluster, in the order of their creation.
 *
 * @param access the credentials for the infrastructure provider; some are outside of the tenant namespace
 * @param bootstrapTemplate the template of the bootstrap data; immutable, so its name contains a hash of its content
 * @param machineTemplate the template of the machines; immutable likewise
 */
public record RenderedTenantObjects(
        Namespace namespace,
        List<HasMetadata> access,
        GenericKubernetesResource infrastructure,
        GenericKubernetesResource controlPlane,
        GenericKubernetesResource cluster,
        GenericKubernetesResource bootstrapTemplate,
        GenericKubernetesResource machineTemplate,
        GenericKubernetesResource workers) {
    public RenderedTenantObjects {
        access = List.copyOf(access);
    }

    public List<HasMetadata> all() {
        List<HasMetadata> all = new ArrayList<>();
        all.add(namespace);
        all.addAll(access);
        all.addAll(List.of(infrastructure, controlPlane, cluster, bootstrapTemplate, machineTemplate, workers));
        return all;
    }

    /**
     * Returns the same objects with other numbers of replicas.
     *
     * @param controlPlaneReplicas the replicas of each control plane component
     * @param workerReplicas the number of workers
     */
    public RenderedTenantObjects withReplicas(int controlPlaneReplicas, int workerReplicas) {
        return new RenderedTenantObjects(
                namespace,
                access,
                infrastructure,
                scaled(controlPlane, controlPlaneReplicas),
                cluster,
                bootstrapTemplate,
                machineTemplate,
                scaled(workers, workerReplicas));
    }

    private static GenericKubernetesResource scaled(GenericKubernetesResource object, int replicas) {
        Map<String, Object> spec = new LinkedHashMap<>(object.<Map<String, Object>>get("spec"));
        spec.put("replicas", replicas);
        GenericKubernetesResource copy = new GenericKubernetesResource();
        copy.setApiVersion(object.getApiVersion());
        copy.setKind(object.getKind());
        copy.setMetadata(object.getMetadata());
        object.getAdditionalProperties().forEach(copy::setAdditionalProperty);
        copy.setAdditionalProperty("spec", spec);
        return copy;
    }

    /** Returns whether Butler must set the status of the infrastructure, since no provider does. */
    public boolean isInfrastructureOurs() {
        return infrastructure.getMetadata().getAnnotations().containsKey(TenantObjectFactory.MANAGED_EXTERNALLY);
    }

    /** Returns the objects outside of the tenant namespace, which are not deleted with it. */
    public List<HasMetadata> outside() {
        String home = namespace.getMetadata().getName();
        return access.stream()
                .filter(object -> !home.equals(object.getMetadata().getNamespace()))
                .toList();
    }

    /** Returns whether workers need secrets that must exist before the first of them is created. */
    public boolean needsWorkerSecrets() {
        return bootstrapTemplate.getKind().equals(TalosBootstrapRenderer.TEMPLATE_KIND);
    }
}
