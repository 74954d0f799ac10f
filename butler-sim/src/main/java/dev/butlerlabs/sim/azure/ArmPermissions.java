package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** The actions that the identity of the clients is permitted: all but the denied ones. Thread-safe. */
final class ArmPermissions {
    private final Set<String> denied = new ConcurrentSkipListSet<>(String.CASE_INSENSITIVE_ORDER);

    /** @param action such as {@code Microsoft.Compute/skus/read} */
    void deny(String action) {
        denied.add(action);
    }

    /** @throws ArmException if the action of the request is denied */
    void require(ArmTarget target, String method) {
        String action = target.type()
                + switch (method) {
                    case "GET" -> "/read";
                    case "PUT" -> "/write";
                    case "DELETE" -> "/delete";
                    default -> "/action";
                };
        denied.stream().filter(action::equalsIgnoreCase).findFirst().ifPresent(name -> {
            throw new ArmException(
                    403,
                    "AuthorizationFailed",
                    "The client '%1$s' with object id '%1$s' does not have authorization to perform action '%2$s' over scope '%3$s' or the scope is invalid. If access was recently granted, please refresh your credentials."
                            .formatted(EntraEndpoint.CLIENT, name, scope(target)));
        });
    }

    private static String scope(ArmTarget target) {
        return "/subscriptions/" + target.subscription()
                + (target.group().isEmpty() ? "" : "/resourceGroups/" + target.group());
    }

    /** Returns the permissions as the API lists them. */
    ObjectNode document() {
        ObjectNode permission = JsonNodeFactory.instance.objectNode();
        permission
                .putArray("actions")
                .add("Microsoft.Compute/*")
                .add("Microsoft.Network/*")
                .add("*/read");
        ArrayNode except = permission.putArray("notActions");
        denied.forEach(except::add);
        return permission;
    }
}
