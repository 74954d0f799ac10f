package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Adds the network interfaces of the targets to the pool of a load balancer and removes all others. Membership is a property of
 * the network interface; a change is rejected if another client changed that in the meantime, and is tried again later.
 */
final class BackendPoolSynchronizer {
    private static final ArmResourceType TYPE = ArmResourceType.NETWORK_INTERFACE;

    private final ArmClient arm;
    private final ArmPaths paths;

    BackendPoolSynchronizer(ArmClient arm, ArmPaths paths) {
        this.arm = arm;
        this.paths = paths;
    }

    /**
     * Brings the members to those named.
     *
     * @param targets provider IDs of machines, with or without the prefix of Kubernetes nodes
     * @return whether a member was changed
     */
    boolean bring(ObservedAzureLoadBalancer found, Set<String> targets) {
        Set<String> wanted = targets.stream()
                .map(id -> ArmPaths.nic(ArmPaths.nameOf(id)).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        Set<String> members = found.members().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        String pool = poolId(found);
        boolean changed = false;
        for (String nic : wanted) {
            changed |= !members.contains(nic) && join(nic, pool);
        }
        for (String nic : members) {
            changed |= !wanted.contains(nic) && leave(nic, pool);
        }
        return changed;
    }

    /** Removes the members of an owner, so that the load balancer can be deleted. */
    void empty(ObservedAzureLoadBalancer found, OwnerId owner) {
        for (String nic : found.members()) {
            arm.find(paths.id(TYPE, nic), TYPE.api(), Map.of())
                    .filter(card -> AzureOwnershipTags.isOf(owner, card))
                    .filter(card -> !AzureVmStateMapper.isDeleting(card))
                    .ifPresent(card -> write(card, without(card, poolId(found))));
        }
    }

    private static String poolId(ObservedAzureLoadBalancer found) {
        return found.balancer()
                .flatMap(balancer -> JsonDocument.text(LoadBalancerDocument.pool(balancer), "/id"))
                .orElse("");
    }

    /** Registers a network interface; one that does not exist yet is registered later. */
    private boolean join(String nic, String pool) {
        return arm.find(paths.id(TYPE, nic), TYPE.api(), Map.of())
                .filter(card -> !AzureVmStateMapper.isDeleting(card))
                .map(card -> {
                    List<String> pools = new ArrayList<>(without(card, pool));
                    pools.add(pool);
                    return write(card, pools);
                })
                .orElse(false);
    }

    private boolean leave(String nic, String pool) {
        return arm.find(paths.id(TYPE, nic), TYPE.api(), Map.of())
                .filter(card -> !AzureVmStateMapper.isDeleting(card))
                .map(card -> write(card, without(card, pool)))
                .orElse(false);
    }

    private static List<String> without(JsonNode nic, String pool) {
        return NetworkInterfaceDocument.pools(nic).stream()
                .filter(id -> !id.equalsIgnoreCase(pool))
                .toList();
    }

    private boolean write(JsonNode nic, List<String> pools) {
        String name = nic.path("name").asText("");
        ArmClient.ArmResult result = arm.replace(
                paths.id(TYPE, name),
                TYPE.api(),
                NetworkInterfaceDocument.withPools(nic, pools),
                nic.path("etag").asText(""));
        if (!result.isSuccess()) {
            throw result.error().exception("change the network interface " + name, arm.redactor());
        }
        return true;
    }
}
