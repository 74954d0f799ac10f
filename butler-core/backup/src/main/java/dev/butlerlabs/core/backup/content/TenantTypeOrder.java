package dev.butlerlabs.core.backup.content;

import java.util.List;

/**
 * The order in which the objects of a tenant cluster are restored: definitions, then what workloads use, custom resources, workloads, and at
 * the end what could reject the creation of others. Pure functions.
 */
final class TenantTypeOrder {
    private static final List<String> FIRST = List.of(
            ResourceType.DEFINITION_NAME,
            "namespaces",
            "priorityclasses.scheduling.k8s.io",
            "runtimeclasses.node.k8s.io",
            "storageclasses.storage.k8s.io",
            "csidrivers.storage.k8s.io",
            "ingressclasses.networking.k8s.io",
            "serviceaccounts",
            "secrets",
            "configmaps",
            "clusterroles.rbac.authorization.k8s.io",
            "clusterrolebindings.rbac.authorization.k8s.io",
            "roles.rbac.authorization.k8s.io",
            "rolebindings.rbac.authorization.k8s.io",
            "limitranges",
            "persistentvolumes",
            "persistentvolumeclaims",
            "services",
            "endpoints");

    private static final List<String> LAST = List.of(
            "podtemplates",
            "daemonsets.apps",
            "deployments.apps",
            "statefulsets.apps",
            "replicasets.apps",
            "replicationcontrollers",
            "controllerrevisions.apps",
            "cronjobs.batch",
            "jobs.batch",
            "pods",
            "horizontalpodautoscalers.autoscaling",
            "poddisruptionbudgets.policy",
            "resourcequotas",
            "apiservices.apiregistration.k8s.io",
            "mutatingadmissionpolicies.admissionregistration.k8s.io",
            "mutatingadmissionpolicybindings.admissionregistration.k8s.io",
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            "validatingadmissionpolicybindings.admissionregistration.k8s.io",
            "mutatingwebhookconfigurations.admissionregistration.k8s.io",
            "validatingwebhookconfigurations.admissionregistration.k8s.io");

    private TenantTypeOrder() {}

    static int rank(ResourceType type) {
        int early = FIRST.indexOf(type.name());
        int late = LAST.indexOf(type.name());
        return early >= 0 ? early : late >= 0 ? FIRST.size() + 1 + late : FIRST.size();
    }
}
