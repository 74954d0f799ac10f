package dev.butlerlabs.core.embedded.resource;

import java.util.ArrayList;
import java.util.List;

/** The built-in resource types: those that Butler, its addons and kubectl use. */
final class BuiltinResources {
    private final List<BuiltinResourceBuilder> kinds = new ArrayList<>();

    static List<ServedResource> all(ResourceStrategy definitions) {
        BuiltinResources table = new BuiltinResources();
        table.core();
        table.nodesAndPods();
        table.coreVolumesAndQuotas();
        table.workloads();
        table.access();
        table.networking();
        table.storage();
        table.others();
        table.reviews();
        table.add("apiextensions.k8s.io/v1", "customresourcedefinitions", "CustomResourceDefinition")
                .clusterWide()
                .shortNames("crd", "crds")
                .categories("api-extensions")
                .status()
                .generation()
                .needsResourceVersion()
                .strategy(definitions);
        return table.kinds.stream().map(BuiltinResourceBuilder::build).toList();
    }

    private void core() {
        add("v1", "namespaces", "Namespace")
                .showsDeleted()
                .clusterWide()
                .shortNames("ns")
                .status()
                .finalizeSubresource()
                .selectable("status.phase")
                .verbs(
                        ResourceVerb.CREATE,
                        ResourceVerb.DELETE,
                        ResourceVerb.GET,
                        ResourceVerb.LIST,
                        ResourceVerb.PATCH,
                        ResourceVerb.UPDATE,
                        ResourceVerb.WATCH)
                .strategy(new NamespaceStrategy());
        add("v1", "secrets", "Secret").selectable("type").strategy(new SecretStrategy());
        add("v1", "configmaps", "ConfigMap").shortNames("cm").strategy(new ConfigMapStrategy());
        eventFields(add("v1", "events", "Event"), "involvedObject")
                .selectableAs("source", "source.component")
                .strategy(EventStrategy.core());
        eventFields(add("events.k8s.io/v1", "events", "Event"), "regarding")
                .storedAs("v1")
                .strategy(EventStrategy.events());
    }

    private void nodesAndPods() {
        add("v1", "nodes", "Node")
                .clusterWide()
                .shortNames("no")
                .status()
                .statusOnCreate()
                .selectable("spec.unschedulable");
        add("v1", "pods", "Pod")
                .showsDeleted()
                .shortNames("po")
                .inAll()
                .status()
                .generation()
                .strategy(new PodStrategy())
                .selectable(
                        "spec.nodeName",
                        "spec.restartPolicy",
                        "spec.schedulerName",
                        "spec.serviceAccountName",
                        "spec.hostNetwork",
                        "status.phase",
                        "status.podIP",
                        "status.nominatedNodeName");
        add("v1", "services", "Service")
                .showsDeleted()
                .shortNames("svc")
                .inAll()
                .status()
                .createOnUpdate()
                .selectable("spec.clusterIP", "spec.type")
                .strategy(new ServiceStrategy());
        add("v1", "serviceaccounts", "ServiceAccount").showsDeleted().shortNames("sa");
        add("v1", "endpoints", "Endpoints").shortNames("ep").createOnUpdate();
    }

    private void coreVolumesAndQuotas() {
        add("v1", "persistentvolumes", "PersistentVolume")
                .showsDeleted()
                .clusterWide()
                .shortNames("pv")
                .status();
        add("v1", "persistentvolumeclaims", "PersistentVolumeClaim")
                .showsDeleted()
                .shortNames("pvc")
                .status();
        add("v1", "replicationcontrollers", "ReplicationController")
                .shortNames("rc")
                .inAll()
                .status()
                .scale()
                .generation();
        add("v1", "limitranges", "LimitRange").shortNames("limits").createOnUpdate();
        add("v1", "resourcequotas", "ResourceQuota")
                .showsDeleted()
                .shortNames("quota")
                .status();
        add("v1", "podtemplates", "PodTemplate").showsDeleted().generation();
    }

    private void workloads() {
        add("apps/v1", "deployments", "Deployment")
                .strategy(new WorkloadStrategy())
                .shortNames("deploy")
                .inAll()
                .status()
                .scale()
                .generation();
        add("apps/v1", "daemonsets", "DaemonSet")
                .strategy(new WorkloadStrategy())
                .shortNames("ds")
                .inAll()
                .status()
                .generation();
        add("apps/v1", "statefulsets", "StatefulSet")
                .strategy(new WorkloadStrategy())
                .shortNames("sts")
                .inAll()
                .status()
                .scale()
                .generation();
        add("apps/v1", "replicasets", "ReplicaSet")
                .strategy(new WorkloadStrategy())
                .shortNames("rs")
                .inAll()
                .status()
                .scale()
                .generation()
                .selectable("status.replicas");
        add("apps/v1", "controllerrevisions", "ControllerRevision");
        add("batch/v1", "jobs", "Job").inAll().status().generation().selectable("status.successful");
        add("batch/v1", "cronjobs", "CronJob").shortNames("cj").inAll().status().generation();
        add("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler")
                .shortNames("hpa")
                .inAll()
                .status();
        add("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget")
                .shortNames("pdb")
                .status()
                .generation()
                .needsResourceVersion();
    }

    private void access() {
        ResourceStrategy anyName = new AnyNameStrategy();
        String rbac = "rbac.authorization.k8s.io/v1";
        add(rbac, "roles", "Role").createOnUpdate().strategy(anyName);
        add(rbac, "rolebindings", "RoleBinding").createOnUpdate().strategy(anyName);
        add(rbac, "clusterroles", "ClusterRole").clusterWide().createOnUpdate().strategy(anyName);
        add(rbac, "clusterrolebindings", "ClusterRoleBinding")
                .clusterWide()
                .createOnUpdate()
                .strategy(anyName);
    }

    private void networking() {
        add("networking.k8s.io/v1", "ingresses", "Ingress")
                .shortNames("ing")
                .status()
                .generation();
        add("networking.k8s.io/v1", "ingressclasses", "IngressClass")
                .clusterWide()
                .generation();
        add("networking.k8s.io/v1", "networkpolicies", "NetworkPolicy")
                .shortNames("netpol")
                .generation();
        add("discovery.k8s.io/v1", "endpointslices", "EndpointSlice").generation();
    }

    private void storage() {
        add("storage.k8s.io/v1", "storageclasses", "StorageClass")
                .showsDeleted()
                .clusterWide()
                .shortNames("sc");
        add("storage.k8s.io/v1", "csidrivers", "CSIDriver")
                .showsDeleted()
                .clusterWide()
                .generation();
        add("storage.k8s.io/v1", "csinodes", "CSINode").showsDeleted().clusterWide();
        add("storage.k8s.io/v1", "volumeattachments", "VolumeAttachment")
                .showsDeleted()
                .clusterWide()
                .status();
    }

    private void others() {
        add("coordination.k8s.io/v1", "leases", "Lease").createOnUpdate().needsResourceVersion();
        add("scheduling.k8s.io/v1", "priorityclasses", "PriorityClass")
                .clusterWide()
                .shortNames("pc")
                .generation();
        String admission = "admissionregistration.k8s.io/v1";
        add(admission, "validatingwebhookconfigurations", "ValidatingWebhookConfiguration")
                .clusterWide()
                .generation();
        add(admission, "mutatingwebhookconfigurations", "MutatingWebhookConfiguration")
                .clusterWide()
                .generation();
        add("node.k8s.io/v1", "runtimeclasses", "RuntimeClass").clusterWide().createOnUpdate();
    }

    private void reviews() {
        String authorization = "authorization.k8s.io/v1";
        review(authorization, "selfsubjectaccessreviews", "SelfSubjectAccessReview")
                .clusterWide();
        review(authorization, "subjectaccessreviews", "SubjectAccessReview").clusterWide();
        review(authorization, "localsubjectaccessreviews", "LocalSubjectAccessReview");
        review(authorization, "selfsubjectrulesreviews", "SelfSubjectRulesReview")
                .clusterWide();
        review("authentication.k8s.io/v1", "selfsubjectreviews", "SelfSubjectReview")
                .clusterWide();
    }

    private BuiltinResourceBuilder review(String apiVersion, String plural, String kind) {
        return add(apiVersion, plural, kind).verbs(ResourceVerb.CREATE);
    }

    private static BuiltinResourceBuilder eventFields(BuiltinResourceBuilder events, String object) {
        for (String field : List.of("kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")) {
            events.selectable(object + "." + field);
        }
        return events.shortNames("ev").createOnUpdate().selectable("reason", "reportingComponent", "type");
    }

    private BuiltinResourceBuilder add(String apiVersion, String plural, String kind) {
        BuiltinResourceBuilder made = new BuiltinResourceBuilder(apiVersion, plural, kind);
        kinds.add(made);
        return made;
    }
}
