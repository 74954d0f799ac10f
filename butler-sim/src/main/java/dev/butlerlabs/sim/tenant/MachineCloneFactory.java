package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates the bootstrap configuration and the infrastructure machine of a Machine from their templates, and reports them as ready when the
 * machine boots. Thread-safe.
 */
final class MachineCloneFactory {
    private final Set<String> cloned = ConcurrentHashMap.newKeySet();

    void create(TenantNamespaceView view, GenericKubernetesResource machine) {
        String uid = machine.getMetadata().getUid();
        Optional<GenericKubernetesResource> deployment = view.store()
                .find(
                        SimulatedResourceType.MACHINE_DEPLOYMENT,
                        view.namespace(),
                        UnstructuredObject.label(machine, MachineSetFactory.DEPLOYMENT));
        if (deployment.isEmpty() || !cloned.add(uid)) {
            return;
        }
        List<TemplateReference> instances = TemplateReference.of(machine, "spec");
        for (TemplateReference template : TemplateReference.of(deployment.get(), "spec", "template", "spec")) {
            instances.stream()
                    .filter(instance -> instance.kind().equals(template.instanceKind()))
                    .forEach(instance -> clone(view, machine, template, instance));
        }
    }

    private static void clone(
            TenantNamespaceView view,
            GenericKubernetesResource machine,
            TemplateReference template,
            TemplateReference instance) {
        type(view, instance)
                .ifPresent(type -> view.store()
                        .create(type, instance(type, machine, template, view.template(template), instance)));
    }

    private static GenericKubernetesResource instance(
            SimulatedResourceType type,
            GenericKubernetesResource machine,
            TemplateReference template,
            Optional<GenericKubernetesResource> content,
            TemplateReference instance) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(type.apiVersion());
        object.setKind(type.kind());
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(instance.namespace())
                .withName(instance.name())
                .withLabels(machine.getMetadata().getLabels())
                .addToAnnotations("cluster.x-k8s.io/cloned-from-name", template.name())
                .addToAnnotations("cluster.x-k8s.io/cloned-from-groupkind", template.kind() + "." + template.group())
                .build());
        UnstructuredObject.own(object, machine, true);
        Object spec = content.map(found -> found.<Object>get("spec", "template", "spec"))
                .orElse(Map.of());
        object.setAdditionalProperty("spec", spec);
        return object;
    }

    /** Reports both objects as ready and creates the Secret with the bootstrap data. */
    void ready(TenantNamespaceView view, GenericKubernetesResource machine) {
        for (TemplateReference instance : TemplateReference.of(machine, "spec")) {
            type(view, instance).ifPresent(type -> {
                boolean bootstrap = instance.group().startsWith("bootstrap.");
                if (bootstrap) {
                    createData(view, type, instance);
                }
                view.store()
                        .mergeStatus(
                                type, instance.namespace(), instance.name(), readyStatus(type, machine, bootstrap));
            });
        }
    }

    /** The status of the v1beta2 contract for Cluster API's own provider, and of the v1beta1 contract for the others. */
    private static Map<String, Object> readyStatus(
            SimulatedResourceType type, GenericKubernetesResource machine, boolean bootstrap) {
        if (bootstrap) {
            return type.version().equals("v1beta2")
                    ? Map.of("initialization", Map.of("dataSecretCreated", true), "dataSecretName", dataSecret(machine))
                    : Map.of("ready", true, "dataSecretName", dataSecret(machine));
        }
        return Map.of("ready", true);
    }

    static String dataSecret(GenericKubernetesResource machine) {
        return UnstructuredObject.name(machine) + "-bootstrap-data";
    }

    private static void createData(TenantNamespaceView view, SimulatedResourceType type, TemplateReference instance) {
        view.store().read(type, instance.namespace(), instance.name()).ifPresent(config -> {
            Secret secret = new SecretBuilder()
                    .withNewMetadata()
                    .withNamespace(instance.namespace())
                    .withName(dataSecret(config))
                    .addToLabels(
                            UnstructuredObject.CLUSTER_NAME,
                            UnstructuredObject.label(config, UnstructuredObject.CLUSTER_NAME))
                    .withOwnerReferences(UnstructuredObject.reference(config, true))
                    .endMetadata()
                    .withType("cluster.x-k8s.io/secret")
                    .addToStringData("value", "# simulated bootstrap data of " + instance.name() + "\n")
                    .build();
            CachedObjectStore.attempt(
                    () -> view.store().client().resource(secret).create());
        });
    }

    /** Deletes what the machine refers to, as the machine controller does before it releases the machine. */
    void delete(TenantNamespaceView view, GenericKubernetesResource machine) {
        cloned.remove(machine.getMetadata().getUid());
        for (TemplateReference instance : TemplateReference.of(machine, "spec")) {
            type(view, instance)
                    .flatMap(type -> view.store().read(type, instance.namespace(), instance.name()))
                    .ifPresent(object -> view.store()
                            .delete(SimulatedResourceType.of(object.getApiVersion(), object.getKind()), object));
        }
    }

    private static Optional<SimulatedResourceType> type(TenantNamespaceView view, TemplateReference instance) {
        return view.definitions()
                .apiVersion(instance.group(), instance.kind())
                .map(version -> SimulatedResourceType.of(version, instance.kind()));
    }
}
