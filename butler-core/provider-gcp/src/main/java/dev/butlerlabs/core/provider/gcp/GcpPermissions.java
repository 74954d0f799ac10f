package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.RestServer;
import dev.butlerlabs.core.provider.rest.TlsContexts;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The permissions that the service account needs, and a test of them with the Resource Manager API. */
final class GcpPermissions {
    /** Equal to {@code configs/permissions/gcp-role.yaml}. */
    static final List<String> MACHINES = List.of(
            "compute.disks.create",
            "compute.disks.delete",
            "compute.disks.get",
            "compute.disks.list",
            "compute.disks.setLabels",
            "compute.images.get",
            "compute.images.getFromFamily",
            "compute.images.useReadOnly",
            "compute.instances.create",
            "compute.instances.delete",
            "compute.instances.get",
            "compute.instances.list",
            "compute.instances.setLabels",
            "compute.instances.setMetadata",
            "compute.instances.setTags",
            "compute.machineTypes.get",
            "compute.networks.get",
            "compute.projects.get",
            "compute.regions.get",
            "compute.subnetworks.get",
            "compute.subnetworks.use",
            "compute.subnetworks.useExternalIp",
            "compute.zoneOperations.get",
            "compute.zoneOperations.list",
            "compute.zones.get");

    static final List<String> LOAD_BALANCERS = List.of(
            "compute.addresses.create",
            "compute.addresses.createInternal",
            "compute.addresses.delete",
            "compute.addresses.deleteInternal",
            "compute.addresses.get",
            "compute.addresses.list",
            "compute.addresses.use",
            "compute.addresses.useInternal",
            "compute.firewalls.create",
            "compute.firewalls.delete",
            "compute.firewalls.get",
            "compute.firewalls.list",
            "compute.forwardingRules.create",
            "compute.forwardingRules.delete",
            "compute.forwardingRules.get",
            "compute.forwardingRules.list",
            "compute.globalOperations.get",
            "compute.instanceGroups.create",
            "compute.instanceGroups.delete",
            "compute.instanceGroups.get",
            "compute.instanceGroups.list",
            "compute.instanceGroups.update",
            "compute.instanceGroups.use",
            "compute.instances.use",
            "compute.networks.updatePolicy",
            "compute.networks.use",
            "compute.regionBackendServices.create",
            "compute.regionBackendServices.delete",
            "compute.regionBackendServices.get",
            "compute.regionBackendServices.list",
            "compute.regionBackendServices.update",
            "compute.regionBackendServices.use",
            "compute.regionHealthChecks.create",
            "compute.regionHealthChecks.delete",
            "compute.regionHealthChecks.get",
            "compute.regionHealthChecks.list",
            "compute.regionHealthChecks.useReadOnly",
            "compute.regionOperations.get");

    /** Needed for ImageSyncs and for {@code talos.image: auto} only. */
    static final List<String> IMAGES = List.of(
            "compute.images.create",
            "compute.images.delete",
            "compute.images.list",
            "compute.images.setLabels",
            "storage.buckets.create",
            "storage.buckets.list",
            "storage.objects.create",
            "storage.objects.delete",
            "storage.objects.get");

    /** Needed for {@code butleradm init} only, which lists what can be chosen; it also lists images. */
    static final List<String> DISCOVERY = List.of(
            "compute.machineTypes.list",
            "compute.networks.list",
            "compute.regions.list",
            "compute.subnetworks.list",
            "compute.zones.list");

    private static final URI RESOURCE_MANAGER = URI.create("https://cloudresourcemanager.googleapis.com");
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private GcpPermissions() {}

    /**
     * Returns the permissions that the caller does not have.
     *
     * @return empty if the API does not answer, such as in a project that has not enabled it
     */
    static Optional<Set<String>> missing(
            GcpSettings settings, GoogleAuthentication authentication, List<String> required) {
        RestServer server =
                new RestServer("Resource Manager", settings.endpoint().orElse(RESOURCE_MANAGER), Optional.empty(), "");
        try (RestClient rest =
                new RestClient(server, authentication, TlsContexts.common(), RestClientOptions.withTimeout(TIMEOUT))) {
            ObjectNode body = JsonDocument.object();
            ArrayNode asked = body.putArray("permissions");
            required.forEach(asked::add);
            RestResponse response =
                    rest.send(RestRequest.post("/v1/projects/%s:testIamPermissions".formatted(settings.project()))
                            .withJson(body)
                            .asRepeatable());
            return response.isSuccess()
                    ? response.json().map(json -> missing(required, json.path("permissions")))
                    : Optional.empty();
        }
    }

    private static Set<String> missing(List<String> required, JsonNode granted) {
        Set<String> missing = new TreeSet<>(required);
        missing.removeAll(JsonDocument.items(granted).map(item -> item.asText()).collect(Collectors.toSet()));
        return missing;
    }
}
