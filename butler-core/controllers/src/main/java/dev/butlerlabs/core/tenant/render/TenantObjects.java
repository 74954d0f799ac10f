package dev.butlerlabs.core.tenant.render;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a tenant cluster, in the order in which they are made.
 *
 * @param access what lets the infrastructure provider in; not all of it is in the tenant namespace
 * @param bootstrapTemplate what makes a machine a node; its name follows from its content, since it must not change
 * @param machineTemplate what a machine is like; likewise
 */
public record TenantObjects(
        Namespace namespace,
        List<HasMetadata> access,
        GenericKubernetesResource infrastructure,
        GenericKubernetesResource controlPlane,
        GenericKubernetesResource cluster,
        GenericKubernetesResource bootstrapTemplate,
        GenericKubernetesResource machineTemplate,
        GenericKubernetesResource workers) {
    /** On an infrastructure cluster: no controller of the provider looks after it, somebody else reports it ready. */
    public static final String MANAGED_EXTERNALLY = "cluster.x-k8s.io/managed-by";

    public TenantObjects {
        access = List.copyOf(access);
    }

    public List<HasMetadata> all() {
        List<HasMetadata> all = new ArrayList<>();
        all.add(namespace);
        all.addAll(access);
        all.addAll(List.of(infrastructure, controlPlane, cluster, bootstrapTemplate, machineTemplate, workers));
        return all;
    }

    /** Whether Butler has to say that the infrastructure is ready, since nobody else will. */
    public boolean isInfrastructureOurs() {
        return infrastructure.getMetadata().getAnnotations().containsKey(MANAGED_EXTERNALLY);
    }

    /** What is not in the tenant namespace, and does not go with it. */
    public List<HasMetadata> outside() {
        String home = namespace.getMetadata().getName();
        return access.stream()
                .filter(object -> !home.equals(object.getMetadata().getNamespace()))
                .toList();
    }

    /** Whether workers trust and join by secrets that must be there before the first of them is made. */
    public boolean needsWorkerSecrets() {
        return bootstrapTemplate.getKind().equals(TalosSystem.TEMPLATE_KIND);
    }
}
