package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The actions that Butler performs, and whether an identity is permitted to perform them. */
final class AzurePermissions {
    static final String API = "2022-04-01";

    /** Equal to configs/permissions/azure-role.json. */
    static final List<String> REQUIRED = List.of(
            "Microsoft.Authorization/permissions/read",
            "Microsoft.Compute/availabilitySets/read",
            "Microsoft.Compute/disks/beginGetAccess/action",
            "Microsoft.Compute/disks/delete",
            "Microsoft.Compute/disks/endGetAccess/action",
            "Microsoft.Compute/disks/read",
            "Microsoft.Compute/disks/write",
            "Microsoft.Compute/galleries/images/versions/read",
            "Microsoft.Compute/images/delete",
            "Microsoft.Compute/images/read",
            "Microsoft.Compute/images/write",
            "Microsoft.Compute/locations/diskOperations/read",
            "Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/versions/read",
            "Microsoft.Compute/locations/usages/read",
            "Microsoft.Compute/skus/read",
            "Microsoft.Compute/virtualMachines/delete",
            "Microsoft.Compute/virtualMachines/read",
            "Microsoft.Compute/virtualMachines/write",
            "Microsoft.Network/loadBalancers/backendAddressPools/join/action",
            "Microsoft.Network/loadBalancers/delete",
            "Microsoft.Network/loadBalancers/read",
            "Microsoft.Network/loadBalancers/write",
            "Microsoft.Network/locations/usages/read",
            "Microsoft.Network/networkInterfaces/delete",
            "Microsoft.Network/networkInterfaces/join/action",
            "Microsoft.Network/networkInterfaces/read",
            "Microsoft.Network/networkInterfaces/write",
            "Microsoft.Network/networkSecurityGroups/join/action",
            "Microsoft.Network/networkSecurityGroups/read",
            "Microsoft.Network/publicIPAddresses/delete",
            "Microsoft.Network/publicIPAddresses/join/action",
            "Microsoft.Network/publicIPAddresses/read",
            "Microsoft.Network/publicIPAddresses/write",
            "Microsoft.Network/virtualNetworks/read",
            "Microsoft.Network/virtualNetworks/subnets/join/action",
            "Microsoft.Network/virtualNetworks/subnets/read");

    /** Actions without which machines can be created, if the settings do not use what they are for, or only a check is missing. */
    private static final List<String> OPTIONAL = List.of(
            "Microsoft.Compute/availabilitySets/read",
            "Microsoft.Compute/disks/beginGetAccess/action",
            "Microsoft.Compute/disks/endGetAccess/action",
            "Microsoft.Compute/galleries/images/versions/read",
            "Microsoft.Compute/images/",
            "Microsoft.Compute/locations/",
            "Microsoft.Compute/skus/read",
            "Microsoft.Network/locations/",
            "Microsoft.Network/networkSecurityGroups/",
            "Microsoft.Network/virtualNetworks/");

    private AzurePermissions() {}

    /**
     * Returns the actions that are not permitted.
     *
     * @param permissions the effective permissions on the resource group; a network in another group has its own
     */
    static List<String> missing(List<JsonNode> permissions) {
        return REQUIRED.stream()
                .filter(action -> OPTIONAL.stream().noneMatch(action::startsWith))
                .filter(action -> permissions.stream().noneMatch(permission -> permits(permission, action)))
                .toList();
    }

    private static boolean permits(JsonNode permission, String action) {
        return matches(permission.path("actions"), action) && !matches(permission.path("notActions"), action);
    }

    private static boolean matches(JsonNode patterns, String action) {
        return JsonDocument.items(patterns)
                .anyMatch(pattern -> Pattern.matches(
                        Arrays.stream(pattern.asText("")
                                        .toLowerCase(Locale.ROOT)
                                        .split("\\*", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*")),
                        action.toLowerCase(Locale.ROOT)));
    }
}
