package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.boundary.TenantNamespacePolicy;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Deletes a tenant cluster, in the reverse order of its creation, and reports what blocks the deletion. */
final class DeletionSteps {
    private static final int MOST_NAMED = 5;

    private final DynamicResourceClient parts;
    private final NamespaceAccess access;
    private final AddonsStep addons;
    private final TenantAddressProvider addresses;
    private final PollIntervals patience;
    private final TenantOptions options;

    DeletionSteps(
            DynamicResourceClient parts,
            NamespaceAccess access,
            AddonsStep addons,
            TenantAddressProvider addresses,
            PollIntervals patience,
            TenantOptions options) {
        this.parts = parts;
        this.access = access;
        this.addons = addons;
        this.addresses = addresses;
        this.patience = patience;
        this.options = options;
    }

    List<Step<TenantReconcileContext>> steps() {
        return List.of(
                Step.of("AddonsGone", this::removeAddons),
                Step.of("ClusterGone", this::removeCluster),
                Step.of("AccessGone", this::removeAccess),
                Step.of("AddressesReleased", this::release),
                Step.of("NamespaceGone", this::removeNamespace));
    }

    /** Deletes addons first, since they may use load balancers and volumes. A time limit allows the deletion of a broken cluster. */
    private StepResult removeAddons(TenantReconcileContext scope) {
        List<TenantAddon> still = addons.left(scope.cluster());
        still.stream().filter(addon -> !addon.isMarkedForDeletion()).forEach(addons::delete);
        if (still.isEmpty()) {
            return StepResult.done("All addons deleted.");
        }
        return isPast(scope, options.addonPatience())
                ? StepResult.done("AddonsLeft", "%s will be deleted with the cluster.".formatted(named(still)))
                : StepResult.waiting("WaitingForAddons", held(named(still), scope), options.recheck());
    }

    private StepResult removeCluster(TenantReconcileContext scope) {
        Optional<GenericKubernetesResource> cluster =
                parts.read(TenantResourceType.CLUSTER, scope.namespace(), scope.name());
        if (cluster.isEmpty()) {
            return StepResult.done("Workers and control plane deleted.");
        }
        if (!cluster.get().isMarkedForDeletion()) {
            Optional<StepResult> pending = access.ensure(scope.namespace(), NamespaceAccess.Role.TENANT);
            if (pending.isPresent()) {
                return pending.get();
            }
            parts.delete(cluster.get());
        }
        List<HasMetadata> holding = new ArrayList<>(parts.list(
                TenantResourceType.MACHINE, scope.namespace(), Map.of("cluster.x-k8s.io/cluster-name", scope.name())));
        parts.read(TenantResourceType.CONTROL_PLANE, scope.namespace(), scope.name())
                .ifPresent(holding::add);
        holding.add(cluster.get());
        return StepResult.waiting(
                overdue(scope).orElse("WaitingForCluster"), held(named(holding), scope), patience.forChange());
    }

    private StepResult removeAccess(TenantReconcileContext scope) {
        outside(scope).forEach(parts::delete);
        return StepResult.done("All resources outside of the namespace deleted.");
    }

    private List<HasMetadata> outside(TenantReconcileContext scope) {
        return Optional.of(parts.namespace(scope.namespace()))
                .filter(namespace -> TenantNamespacePolicy.isOf(scope.cluster(), namespace))
                .flatMap(namespace -> namespace)
                .map(namespace -> namespace.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(TenantObjectApplySteps.OUTSIDE))
                .map(text -> text.lines().map(DeletionSteps::object).toList())
                .orElse(List.of());
    }

    private static HasMetadata object(String line) {
        String[] words = line.split(" ", -1);
        var metadata = new ObjectMetaBuilder()
                .withNamespace(words[2].equals("-") ? null : words[2])
                .withName(words[3])
                .build();
        if (words[1].equals("Secret")) {
            return new SecretBuilder().withMetadata(metadata).build();
        }
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(words[0]);
        object.setKind(words[1]);
        object.setMetadata(metadata);
        return object;
    }

    private StepResult release(TenantReconcileContext scope) {
        return addresses
                .release(scope.cluster())
                .map(awaited -> StepResult.waiting("WaitingForAddresses", awaited, options.recheck()))
                .orElseGet(() -> StepResult.done("Addresses released."));
    }

    private StepResult removeNamespace(TenantReconcileContext scope) {
        Optional<Namespace> namespace = parts.namespace(scope.namespace());
        if (!TenantNamespacePolicy.isOf(scope.cluster(), namespace)) {
            parts.forget(scope.namespace());
            access.forget(scope.namespace());
            return StepResult.done("Tenant cluster deleted.");
        }
        if (!namespace.get().isMarkedForDeletion()) {
            parts.delete(namespace.get());
        }
        return StepResult.waiting(
                overdue(scope).orElse("WaitingForNamespace"),
                held("Namespace %s%s".formatted(scope.namespace(), remains(namespace.get())), scope),
                options.recheck());
    }

    /** Returns what remains in the namespace, from its conditions. */
    private static String remains(Namespace namespace) {
        String told = Optional.ofNullable(namespace.getStatus())
                .map(status -> status.getConditions().stream()
                        .filter(condition -> "True".equals(condition.getStatus()))
                        .map(NamespaceCondition::getMessage)
                        .collect(Collectors.joining("; ")))
                .orElse("");
        return told.isBlank() ? "" : " (" + told + ")";
    }

    private String held(String what, TenantReconcileContext scope) {
        return overdue(scope).isPresent()
                ? "Deletion overdue since %s; waiting for %s."
                        .formatted(deadline(scope, options.deletionDeadline()), what)
                : "Waiting for the deletion of %s.".formatted(what);
    }

    private Optional<String> overdue(TenantReconcileContext scope) {
        return isPast(scope, options.deletionDeadline()) ? Optional.of("DeletionOverdue") : Optional.empty();
    }

    private boolean isPast(TenantReconcileContext scope, Duration limit) {
        return options.clock().instant().isAfter(deadline(scope, limit));
    }

    private static Instant deadline(TenantReconcileContext scope, Duration limit) {
        return Instant.parse(scope.cluster().getMetadata().getDeletionTimestamp())
                .plus(limit);
    }

    private static String named(List<? extends HasMetadata> objects) {
        String some =
                objects.stream().limit(MOST_NAMED).map(DeletionSteps::name).collect(Collectors.joining(", "));
        return objects.size() <= MOST_NAMED ? some : "%s and %d more".formatted(some, objects.size() - MOST_NAMED);
    }

    private static String name(HasMetadata object) {
        return object.getKind() + " "
                + new ObjectName(Optional.empty(), object.getMetadata().getName());
    }
}
