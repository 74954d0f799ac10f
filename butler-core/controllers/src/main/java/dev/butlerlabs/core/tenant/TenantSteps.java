package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** The steps of creating and deleting a tenant cluster. Each reconciliation runs them from the start. */
final class TenantSteps {
    static final String PLANNED = "Planned";
    static final String REQUESTED = "Requested";
    static final String KUBECONFIG_READY = "KubeconfigReady";
    static final String WORKER_SECRETS_READY = "WorkerSecretsReady";
    static final String ADDONS_REQUESTED = "AddonsRequested";

    private final DynamicResourceClient objects;
    private final List<Step<TenantReconcileContext>> creation;
    private final List<Step<TenantReconcileContext>> removal;

    TenantSteps(
            KubernetesClient client,
            WatchedObjectCache<TenantAddon> addonsKnown,
            ObservedObjects observed,
            TenantAddressProvider addresses,
            ServedResourceTypes served,
            PollIntervals patience,
            QuotaStep quota,
            WorkerImageStep image,
            TenantOptions options) {
        DynamicResourceClient parts = new DynamicResourceClient(client, observed, options);
        this.objects = parts;
        NamespaceAccess access = new NamespaceAccess(parts);
        TenantObjectApplySteps request = new TenantObjectApplySteps(parts, access, served, addresses, options);
        ReadinessSteps ready = new ReadinessSteps(parts, patience, options);
        HibernationStep hibernation = new HibernationStep(parts, patience, options);
        AddonsStep addons = new AddonsStep(client, addonsKnown);
        this.creation = List.of(
                Step.of(ConditionTypes.PROVIDER_ACCESS_GRANTED, new ProviderResolutionStep(client, observed)::run),
                Step.of(ConditionTypes.QUOTA_SATISFIED, quota::run),
                Step.of(ConditionTypes.IMAGE_READY, image::run),
                Step.of(ConditionTypes.NETWORK_READY, request::network),
                Step.of(PLANNED, request::plan),
                Step.of(ConditionTypes.NAMESPACE_READY, request::namespace),
                Step.of(REQUESTED, request::request),
                Step.of(
                        ConditionTypes.INFRASTRUCTURE_READY,
                        scope -> hibernation.run(scope).orElseGet(() -> ready.infrastructure(scope))),
                Step.of(ConditionTypes.CONTROL_PLANE_READY, ready::controlPlane),
                Step.of(KUBECONFIG_READY, ready::kubeconfig),
                Step.of(
                        WORKER_SECRETS_READY,
                        new WorkerTrustStep(parts, options, new KubeConnector("butler")::connect)::run),
                Step.of(ADDONS_REQUESTED, addons::run),
                Step.of(ConditionTypes.WORKERS_READY, new WorkersStep(parts, patience)::run));
        this.removal = new DeletionSteps(parts, access, addons, addresses, patience, options).steps();
    }

    /** Records that a watch has reported a new object. Returns whether it is as these steps created it. */
    boolean isReportedOwnCreation(HasMetadata stored) {
        return objects.isReportedOwnCreation(stored);
    }

    List<Step<TenantReconcileContext>> creation() {
        return creation;
    }

    List<Step<TenantReconcileContext>> removal() {
        return removal;
    }
}
