package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.boundary.TenantNamespacePolicy;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.change.HibernationAnnotation;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import dev.butlerlabs.core.tenant.render.TenantRenderer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates the objects of a tenant cluster. */
final class TenantObjectApplySteps {
    /** Annotation of a tenant namespace: objects outside of it that must be deleted with it. */
    static final String OUTSIDE = ApiGroup.NAME + "/parts-outside";

    private final DynamicResourceClient parts;
    private final ServedResourceTypes served;
    private final TenantAddressProvider addresses;
    private final TenantOptions options;
    private final NamespaceAccess access;

    TenantObjectApplySteps(
            DynamicResourceClient parts,
            NamespaceAccess access,
            ServedResourceTypes served,
            TenantAddressProvider addresses,
            TenantOptions options) {
        this.parts = parts;
        this.access = access;
        this.served = served;
        this.addresses = addresses;
        this.options = options;
    }

    StepResult network(TenantReconcileContext scope) {
        return switch (addresses.provide(scope.cluster(), scope.provider())) {
            case TenantAddressProvider.Answer.Granted granted -> {
                scope.granted(granted);
                yield StepResult.done(Reasons.NETWORK_REACHABLE, granted.message());
            }
            case TenantAddressProvider.Answer.Pending pending ->
                StepResult.waiting(pending.reason(), pending.message(), options.recheck());
            case TenantAddressProvider.Answer.Refused refused -> StepResult.failed(refused.reason(), refused.message());
        };
    }

    /** Renders the objects of the cluster. The address of the control plane is included as soon as it is known. */
    StepResult plan(TenantReconcileContext scope) {
        // A cluster whose first reconciliation this is has no objects, unless one was interrupted after it had created
        // the namespace.
        boolean isNew = scope.cluster().getStatus() == null && parts.isUnobserved(scope.namespace());
        Optional<GenericKubernetesResource> cluster =
                isNew ? Optional.empty() : parts.find(TenantResourceType.CLUSTER, scope.namespace(), scope.name());
        TenantRenderer renderer = TenantRenderer.of(
                scope.provider(),
                cluster.flatMap(known -> UnstructuredFields.text(known, "spec", "infrastructureRef", "kind")),
                this::isInstalled);
        List<String> unknown = Stream.of(
                        TenantResourceType.CLUSTER,
                        TenantResourceType.CONTROL_PLANE,
                        new TenantResourceType(
                                renderer.kinds().apiVersion(), renderer.kinds().clusterKind()))
                .filter(kind -> !served.has(kind))
                .map(TenantResourceType::kind)
                .toList();
        if (!unknown.isEmpty()) {
            return StepResult.waiting(
                    "ClusterApiMissing",
                    "The management cluster does not serve %s. Waiting for the Cluster API provider to be installed."
                            .formatted(String.join(", ", unknown)),
                    options.recheck());
        }
        Optional<ApiEndpoint> endpoint = cluster.flatMap(UnstructuredFields::endpoint)
                .or(() -> isNew ? Optional.empty() : controlPlane(scope).flatMap(UnstructuredFields::endpoint));
        return render(scope, renderer, endpoint);
    }

    private StepResult render(TenantReconcileContext scope, TenantRenderer renderer, Optional<ApiEndpoint> endpoint) {
        TenantRenderInput plan = new TenantRenderInput(
                WorkerImage.applied(scope),
                scope.provider(),
                scope.credentials(),
                scope.platform(),
                scope.addresses().orElseThrow().addresses(),
                endpoint);
        try {
            scope.want(planned(scope, renderer.render(plan)), endpoint);
            return StepResult.done();
        } catch (ButlerException e) {
            String problems = e.problems().stream().map(InputProblem::toString).collect(Collectors.joining(" "));
            return StepResult.failed(Reasons.VALIDATION_FAILED, "%s %s".formatted(e.getMessage(), problems));
        }
    }

    /**
     * Removes the workers of a cluster whose hibernation is requested. Its control plane keeps its replicas until HibernationStep has seen
     * the last machine leave.
     */
    private RenderedTenantObjects planned(TenantReconcileContext scope, RenderedTenantObjects rendered) {
        return HibernationAnnotation.isRequested(scope.cluster())
                ? rendered.withReplicas(
                        HibernationStep.replicas(controlPlane(scope).orElse(rendered.controlPlane())), 0)
                : rendered;
    }

    private Optional<GenericKubernetesResource> controlPlane(TenantReconcileContext scope) {
        return parts.find(TenantResourceType.CONTROL_PLANE, scope.namespace(), scope.name());
    }

    private boolean isInstalled(ClusterApiResourceTypes kinds) {
        return served.has(new TenantResourceType(kinds.apiVersion(), kinds.machineTemplateKind()));
    }

    StepResult namespace(TenantReconcileContext scope) {
        Namespace namespace = scope.wanted().namespace();
        String outside = scope.wanted().outside().stream()
                .map(TenantObjectApplySteps::line)
                .collect(Collectors.joining("\n"));
        namespace.getMetadata().setAnnotations(outside.isEmpty() ? Map.of() : Map.of(OUTSIDE, outside));
        Optional<Namespace> before = parts.namespace(scope.namespace());
        if (before.filter(HasMetadata::isMarkedForDeletion).isPresent()) {
            return StepResult.failed(
                    "NamespaceError",
                    "Namespace %s is being deleted, and the cluster with it.".formatted(scope.namespace()));
        }
        if (before.isPresent() && !TenantNamespacePolicy.isOf(scope.cluster(), before)) {
            return StepResult.failed(
                    "NamespaceError",
                    "Namespace %s exists and was not created for this cluster.".formatted(scope.namespace()));
        }
        parts.ensureApplied(namespace, before);
        return access.ensure(scope.namespace(), NamespaceAccess.Role.TENANT)
                .orElseGet(() -> StepResult.done("The resources are in namespace %s.".formatted(scope.namespace())));
    }

    private static String line(HasMetadata object) {
        return String.join(
                " ",
                object.getApiVersion(),
                object.getKind(),
                Optional.ofNullable(object.getMetadata().getNamespace()).orElse("-"),
                object.getMetadata().getName());
    }

    /**
     * Applies the objects. Existing workers are left unchanged: a new version reaches them after the control plane. Talos workers are
     * created later, when their secrets exist.
     */
    StepResult request(TenantReconcileContext scope) {
        RenderedTenantObjects wanted = scope.wanted();
        Optional<StepResult> pending = applyAccess(wanted);
        if (pending.isPresent()) {
            return pending.get();
        }
        parts.ensureApplied(wanted.infrastructure());
        scope.requested(parts.apply(wanted.controlPlane()), parts.apply(wanted.cluster()));
        Optional<GenericKubernetesResource> workers = parts.find(
                TenantResourceType.MACHINE_DEPLOYMENT,
                scope.namespace(),
                wanted.workers().getMetadata().getName());
        workers.or(() -> wanted.needsWorkerSecrets() ? Optional.empty() : Optional.of(applyWorkers(wanted)))
                .ifPresent(scope::sawWorkers);
        return StepResult.done("All resources requested.");
    }

    /** Applies the credentials of the infrastructure provider. Those in other namespaces need another permission first. */
    private Optional<StepResult> applyAccess(RenderedTenantObjects wanted) {
        List<HasMetadata> outside = wanted.outside();
        for (HasMetadata object : wanted.access()) {
            Optional<StepResult> pending = outside.contains(object) && object instanceof Secret
                    ? prepare(object.getMetadata().getNamespace())
                    : Optional.empty();
            if (pending.isPresent()) {
                return pending;
            }
            parts.ensureApplied(object);
        }
        return Optional.empty();
    }

    private Optional<StepResult> prepare(String namespaceOfProvider) {
        parts.ensureNamespace(namespaceOfProvider);
        return access.ensure(namespaceOfProvider, NamespaceAccess.Role.CREDENTIALS);
    }

    private GenericKubernetesResource applyWorkers(RenderedTenantObjects wanted) {
        parts.ensureApplied(wanted.bootstrapTemplate());
        parts.ensureApplied(wanted.machineTemplate());
        return parts.apply(wanted.workers());
    }
}
