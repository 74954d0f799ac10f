package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AzurePermissionsTest {
    @Test
    void thePublishedRoleContainsTheRequiredActionsAndNoOthers() throws IOException {
        JsonNode role = new ObjectMapper()
                .readTree(ProjectRoot.find()
                        .resolve("configs/permissions/azure-role.json")
                        .toFile());
        assertThat(role.path("Actions").valueStream().map(JsonNode::asText))
                .containsExactlyElementsOf(AzurePermissions.REQUIRED);
        assertThat(role.path("AssignableScopes").isEmpty()).isFalse();
    }

    @Test
    void acceptsPatternsWithoutCase() {
        assertThat(AzurePermissions.missing(List.of(permission("*")))).isEmpty();
        assertThat(AzurePermissions.missing(
                        List.of(permission("microsoft.compute/*", "Microsoft.Network/*", "*/read"))))
                .isEmpty();
    }

    @Test
    void namesWhatIsMissing() {
        ObjectNode contributor = permission("*");
        contributor.putArray("notActions").add("Microsoft.Network/loadBalancers/*");
        assertThat(AzurePermissions.missing(List.of(contributor)))
                .containsExactly(
                        "Microsoft.Network/loadBalancers/backendAddressPools/join/action",
                        "Microsoft.Network/loadBalancers/delete",
                        "Microsoft.Network/loadBalancers/read",
                        "Microsoft.Network/loadBalancers/write");
        assertThat(AzurePermissions.missing(List.of(permission("*/read"))))
                .contains("Microsoft.Compute/virtualMachines/write")
                .doesNotContain("Microsoft.Compute/virtualMachines/read");
    }

    private static ObjectNode permission(String... actions) {
        ObjectNode permission = JsonDocument.object();
        List.of(actions).forEach(action -> permission.withArray("actions").add(action));
        return permission;
    }
}
