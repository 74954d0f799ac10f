package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import java.util.Map;
import java.util.Optional;

/** Manages a public IP address and a standard load balancer for each control plane. */
final class AzureLoadBalancerOperations implements LoadBalancerOperations {
    private final ArmClient arm;
    private final AzureSettings settings;
    private final ArmPaths paths;
    private final BackendPoolSynchronizer pool;

    AzureLoadBalancerOperations(ArmClient arm, AzureSettings settings) {
        this.arm = arm;
        this.settings = settings;
        this.paths = ArmPaths.of(settings);
        this.pool = new BackendPoolSynchronizer(arm, paths);
    }

    static String balancerName(LoadBalancerId id) {
        return id.cluster() + "-cp-lb";
    }

    static String addressName(LoadBalancerId id) {
        return id.cluster() + "-cp-ip";
    }

    @Override
    public LoadBalancerState observe(LoadBalancerId id) {
        return ours(id).state();
    }

    private ObservedAzureLoadBalancer ours(LoadBalancerId id) {
        return new ObservedAzureLoadBalancer(
                find(ArmResourceType.LOAD_BALANCER, balancerName(id)).filter(found -> isOf(id, found)),
                find(ArmResourceType.PUBLIC_ADDRESS, addressName(id)).filter(found -> isOf(id, found)));
    }

    /**
     * Returns the parts that belong to this owner.
     *
     * @throws ButlerException if a resource of another owner has one of the names
     */
    ObservedAzureLoadBalancer oursAlone(LoadBalancerId id) {
        return new ObservedAzureLoadBalancer(
                requireOurs(id, find(ArmResourceType.LOAD_BALANCER, balancerName(id))),
                requireOurs(id, find(ArmResourceType.PUBLIC_ADDRESS, addressName(id))));
    }

    private static Optional<JsonNode> requireOurs(LoadBalancerId id, Optional<JsonNode> found) {
        found.filter(resource -> !isOf(id, resource)).ifPresent(foreign -> {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The resource %s already exists and does not belong to this cluster."
                            .formatted(foreign.path("id").asText("")));
        });
        return found;
    }

    private static boolean isOf(LoadBalancerId id, JsonNode resource) {
        return AzureOwnershipTags.isOf(id.owner(), resource);
    }

    private Optional<JsonNode> find(ArmResourceType type, String name) {
        return arm.find(paths.id(type, name), type.api(), Map.of());
    }

    @Override
    public LoadBalancerState ensure(LoadBalancerSpec spec) {
        settings.requireMachineSettings();
        ObservedAzureLoadBalancer found = oursAlone(spec.id());
        LoadBalancerState before = found.state();
        if (before instanceof LoadBalancerState.Leaving) {
            return before;
        }
        String addressId = found.address()
                .orElseGet(() -> createAddress(spec.id()))
                .path("id")
                .asText("");
        boolean changed = ensureBalancer(spec, found.balancer(), addressId);
        if (changed || !(before instanceof LoadBalancerState.Ready)) {
            found = oursAlone(spec.id());
        }
        return found.state() instanceof LoadBalancerState.Ready && pool.bring(found, spec.targets())
                ? observe(spec.id())
                : found.state();
    }

    private JsonNode createAddress(LoadBalancerId id) {
        ObjectNode address = NetworkInterfaceDocument.publicAddress(settings);
        address.set("tags", AzureOwnershipTags.json(AzureOwnershipTags.of(id)));
        return created(
                ArmResourceType.PUBLIC_ADDRESS,
                addressName(id),
                arm.create(
                        paths.id(ArmResourceType.PUBLIC_ADDRESS, addressName(id)),
                        ArmResourceType.PUBLIC_ADDRESS.api(),
                        address));
    }

    /** Creates or corrects the load balancer with one request: it is a single document. A change that failed is sent again. */
    private boolean ensureBalancer(LoadBalancerSpec spec, Optional<JsonNode> found, String addressId) {
        boolean complete = found.filter(balancer -> LoadBalancerDocument.isAsRequested(balancer, spec))
                .filter(balancer -> !LoadBalancerDocument.isFailed(balancer))
                .isPresent();
        if (complete) {
            return false;
        }
        String path = paths.id(ArmResourceType.LOAD_BALANCER, balancerName(spec.id()));
        LoadBalancerDocument document = new LoadBalancerDocument(settings, path);
        String api = ArmResourceType.LOAD_BALANCER.api();
        created(
                ArmResourceType.LOAD_BALANCER,
                balancerName(spec.id()),
                found.map(balancer -> arm.replace(
                                path,
                                api,
                                document.changed(balancer, spec, addressId),
                                balancer.path("etag").asText("")))
                        .orElseGet(() -> arm.create(path, api, document.of(spec, addressId))));
        return true;
    }

    private JsonNode created(ArmResourceType type, String name, ArmClient.ArmResult result) {
        if (!result.isSuccess()) {
            throw result.error().exception("create the %s %s".formatted(type.title(), name), arm.redactor());
        }
        return result.body();
    }

    /** Deletes the parts. An address that is still in use is deleted by a later call; {@link #observe} reports it. */
    @Override
    public void delete(LoadBalancerId id) {
        ObservedAzureLoadBalancer found = ours(id);
        if (found.balancer().isPresent()) {
            if (!AzureVmStateMapper.isDeleting(found.balancer().get())) {
                pool.empty(found, id.owner());
                arm.delete(
                        paths.id(ArmResourceType.LOAD_BALANCER, balancerName(id)), ArmResourceType.LOAD_BALANCER.api());
            }
            return;
        }
        found.address()
                .filter(AzureMachineOperations::isLoose)
                .ifPresent(_ -> arm.delete(
                        paths.id(ArmResourceType.PUBLIC_ADDRESS, addressName(id)),
                        ArmResourceType.PUBLIC_ADDRESS.api()));
    }
}
