package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** State of the simulated subscription, with the operations on its resources. Thread-safe. */
final class AzureCloud implements AutoCloseable {
    private static final int CORES_PER_MACHINE = 4;

    /** Types that clients create, change and delete. */
    private static final Map<String, String> WRITABLE = Map.of(
            ArmRegistry.VM.toLowerCase(Locale.ROOT), ArmRegistry.VM,
            ArmRegistry.NIC.toLowerCase(Locale.ROOT), ArmRegistry.NIC,
            ArmRegistry.ADDRESS.toLowerCase(Locale.ROOT), ArmRegistry.ADDRESS,
            ArmRegistry.BALANCER.toLowerCase(Locale.ROOT), ArmRegistry.BALANCER,
            ArmRegistry.DISK.toLowerCase(Locale.ROOT), ArmRegistry.DISK,
            ArmRegistry.IMAGE.toLowerCase(Locale.ROOT), ArmRegistry.IMAGE);

    private final SimulationOptions options;
    private final ArmRegistry registry = new ArmRegistry();
    final AzureVms vms;
    final AzureVmRules rules;
    final AzureNetworkResources network;
    final AzureImages images;
    final ArmOperations operations = new ArmOperations();

    AzureCloud(SimulationOptions options) {
        this.options = options;
        this.vms = new AzureVms(options, registry);
        this.rules = new AzureVmRules(options, registry);
        this.network = new AzureNetworkResources(registry, vms::find);
        this.images = new AzureImages(registry);
    }

    FaultPlan faults() {
        return options.faults();
    }

    /** The result of a creation or change. */
    record Written(ObjectNode document, boolean created, ArmOperations.ArmOperation operation) {}

    Written put(String id, String type, JsonNode body, Optional<String> noneMatch, Optional<String> match) {
        String known = Optional.ofNullable(WRITABLE.get(type))
                .orElseThrow(
                        () -> new ArmException(405, "MethodNotAllowed", "PUT of %s is not simulated.".formatted(type)));
        ArmBodyValidator.validate(type, body);
        requireTags(body.path("tags"));
        if (!body.path("location").asText("").equalsIgnoreCase(AzureCatalog.LOCATION)) {
            throw ArmException.invalid(
                    "LocationNotAvailableForResourceType",
                    "The provided location '%s' is not available."
                            .formatted(body.path("location").asText("")));
        }
        synchronized (registry) {
            Optional<ArmResource> found = registry.find(id);
            ArmRegistry.requireConditions(found, noneMatch, match);
            if (found.filter(ArmResource::isLeaving).isPresent()) {
                throw new ArmException(
                        409,
                        "AnotherOperationInProgress",
                        "Another operation on this or dependent resource is in progress.");
            }
            return found.isPresent() ? change(found.get(), body) : create(id, known, body);
        }
    }

    private static void requireTags(JsonNode tags) {
        if (tags.size() > 50) {
            throw ArmException.invalid("TooManyTags", "The maximum is 50 tags.");
        }
        for (Map.Entry<String, JsonNode> tag : tags.properties()) {
            if (tag.getKey().length() > 512
                    || tag.getKey().matches(".*[<>%&\\\\?/].*")
                    || tag.getValue().asText("").length() > 256) {
                throw ArmException.invalid(
                        "InvalidTagNameCharacters", "The tag '%s' is not valid.".formatted(tag.getKey()));
            }
        }
    }

    private Written create(String id, String type, JsonNode body) {
        ArmOperations.ArmOperation operation = operations.begin();
        ObjectNode copy = body.deepCopy();
        if (type.equals(ArmRegistry.VM)) {
            rules.check(
                    id, id.substring(id.lastIndexOf('/') + 1), body, vms.all().size());
            ArmResource vm = registry.add(id, type, copy);
            return new Written(vms.create(vm, operation).document(false), true, operation);
        }
        if (type.equals(ArmRegistry.DISK)) {
            operation.succeed();
            return new Written(images.createDisk(id, copy).document(), true, operation);
        }
        if (type.equals(ArmRegistry.IMAGE)) {
            return new Written(
                    images.createImage(id, copy, operation, vms::afterBootTime).document(), true, operation);
        }
        network.requireReferences(id, type, body);
        ArmResource resource = registry.add(id, type, copy);
        if (type.equals(ArmRegistry.BALANCER)) {
            network.listen(resource);
        }
        operation.succeed();
        return new Written(network.document(resource), true, operation);
    }

    private Written change(ArmResource resource, JsonNode body) {
        ArmOperations.ArmOperation operation = operations.begin();
        operation.succeed();
        if (resource.type.equals(ArmRegistry.VM)) {
            resource.body.set("tags", body.path("tags").deepCopy());
            resource.changed();
            return new Written(vms.find(resource.id).orElseThrow().document(false), false, operation);
        }
        if (isStorage(resource)) {
            resource.body.set("tags", body.path("tags").deepCopy());
            resource.changed();
            return new Written(resource.document(), false, operation);
        }
        network.requireReferences(resource.id, resource.type, body);
        resource.body = body.deepCopy();
        resource.changed();
        if (resource.type.equals(ArmRegistry.BALANCER)) {
            network.listen(resource);
        }
        return new Written(network.document(resource), false, operation);
    }

    /** Returns a document; empty if the resource does not exist. */
    Optional<ObjectNode> get(String id, boolean withState) {
        synchronized (registry) {
            return registry.find(id)
                    .map(resource -> document(resource, withState))
                    .or(() -> availabilitySet(id));
        }
    }

    /** Availability sets exist under every name but missing: virtual machines only refer to them. */
    private static Optional<ObjectNode> availabilitySet(String id) {
        boolean named =
                id.toLowerCase(Locale.ROOT).contains(ArmRegistry.AVAILABILITY_SET.toLowerCase(Locale.ROOT) + "/");
        if (!named || id.endsWith("/missing")) {
            return Optional.empty();
        }
        ObjectNode set = new ArmResource(id, ArmRegistry.AVAILABILITY_SET, ArmRegistry.located()).document();
        set.putObject("properties").put("platformFaultDomainCount", 2).put("platformUpdateDomainCount", 5);
        set.putObject("sku").put("name", "Aligned");
        return Optional.of(set);
    }

    private ObjectNode document(ArmResource resource, boolean withState) {
        if (resource.type.equals(ArmRegistry.VM)) {
            SimulatedAzureVm vm = vms.find(resource.id).orElseThrow();
            vms.seen(vm);
            return vm.document(withState);
        }
        if (resource.type.equals(ArmRegistry.NIC)) {
            network.vmOf(resource).ifPresent(vms::seen);
        }
        return isStorage(resource) ? resource.document() : network.document(resource);
    }

    private static boolean isStorage(ArmResource resource) {
        return resource.type.equals(ArmRegistry.DISK) || resource.type.equals(ArmRegistry.IMAGE);
    }

    /** Grants access to a disk or ends it. */
    ArmOperations.ArmOperation access(String id, boolean begin, JsonNode body, String base) {
        ArmOperations.ArmOperation operation = operations.begin();
        synchronized (registry) {
            if (begin) {
                operation.succeed(
                        JsonNodeFactory.instance.objectNode().put("accessSAS", images.beginGetAccess(id, body, base)));
            } else {
                images.endGetAccess(id);
                operation.succeed();
            }
        }
        return operation;
    }

    boolean exists(String id) {
        synchronized (registry) {
            return registry.find(id).isPresent();
        }
    }

    List<ObjectNode> list(String type) {
        synchronized (registry) {
            return registry.all(type).stream()
                    .map(resource -> document(resource, false))
                    .toList();
        }
    }

    /** Starts a deletion; empty if the resource does not exist. */
    Optional<ArmOperations.ArmOperation> delete(String id) {
        synchronized (registry) {
            return registry.find(id).map(this::delete);
        }
    }

    private ArmOperations.ArmOperation delete(ArmResource resource) {
        ArmOperations.ArmOperation operation = operations.begin();
        if (resource.isLeaving()) {
            operation.succeed();
            return operation;
        }
        requireUnused(resource);
        if (resource.type.equals(ArmRegistry.VM)) {
            vms.delete(vms.find(resource.id).orElseThrow(), operation);
            return operation;
        }
        resource.state = "Deleting";
        if (resource.type.equals(ArmRegistry.BALANCER)) {
            network.forget(resource);
        }
        vms.afterRemovalTime(() -> {
            synchronized (registry) {
                registry.remove(resource);
                images.forget(resource);
            }
            operation.succeed();
        });
        return operation;
    }

    private void requireUnused(ArmResource resource) {
        switch (resource.type) {
            case ArmRegistry.NIC ->
                network.vmOf(resource).ifPresent(vm -> {
                    throw ArmException.invalid(
                            "NicInUse",
                            "Network Interface %s is used by existing resource %s."
                                    .formatted(resource.id, vm.resource.id));
                });
            case ArmRegistry.ADDRESS -> {
                if (network.isUsed(resource)) {
                    throw ArmException.invalid(
                            "PublicIPAddressCannotBeDeleted",
                            "Public IP address %s can not be deleted since it is still allocated."
                                    .formatted(resource.id));
                }
            }
            case ArmRegistry.DISK -> {
                AzureImages.requireNoAccess(resource);
                if (resource.body.has("managedBy")) {
                    throw new ArmException(
                            409,
                            "OperationNotAllowed",
                            "Disk %s is attached to VM %s."
                                    .formatted(
                                            resource.name,
                                            resource.body.path("managedBy").asText("")));
                }
            }
            case ArmRegistry.VM, ArmRegistry.BALANCER, ArmRegistry.IMAGE -> {}
            default -> throw new ArmException(405, "MethodNotAllowed", "DELETE is not simulated.");
        }
    }

    List<ObjectNode> usages() {
        return AzureCatalog.usages(
                vms.all().stream()
                        .map(vm -> vm.resource
                                .at("/properties/hardwareProfile/vmSize")
                                .asText(""))
                        .toList(),
                Math.multiplyExact(Math.min(options.capacity(), 1_000_000), CORES_PER_MACHINE));
    }

    List<ObjectNode> networkUsages() {
        synchronized (registry) {
            return AzureCatalog.networkUsages(
                    registry.all(ArmRegistry.ADDRESS).size(),
                    registry.all(ArmRegistry.BALANCER).size());
        }
    }

    List<String> leftovers() {
        List<String> left = new ArrayList<>();
        synchronized (registry) {
            for (String type : List.of(ArmRegistry.NIC, ArmRegistry.DISK, ArmRegistry.ADDRESS, ArmRegistry.BALANCER)) {
                registry.all(type).forEach(resource -> left.add(type + " " + resource.name));
            }
        }
        return left;
    }

    List<SimulatedImage> imageViews() {
        synchronized (registry) {
            return images.views();
        }
    }

    /** Creates an image with a state and tags, bypassing the API. */
    void plantImage(String name, String state, Map<String, String> tags) {
        synchronized (registry) {
            images.plant(name, state, tags);
        }
    }

    /** Deletes an image, bypassing the API. */
    void vanishImage(String name) {
        synchronized (registry) {
            registry.find(AzureCatalog.groupPath(ArmRegistry.IMAGE) + "/" + name)
                    .ifPresent(registry::remove);
        }
    }

    /** Creates a resource with these tags, bypassing the API. */
    void plant(String type, String name, Map<String, String> tags) {
        synchronized (registry) {
            ObjectNode body = ArmRegistry.located();
            ObjectNode all = JsonNodeFactory.instance.objectNode();
            tags.forEach(all::put);
            body.set("tags", all);
            ArmResource planted = registry.add(AzureCatalog.groupPath(type) + "/" + name, type, body);
            if (type.equals(ArmRegistry.VM)) {
                vms.plant(planted);
            }
        }
    }

    @Override
    public void close() {
        vms.close();
        network.close();
        synchronized (registry) {
            images.close();
        }
    }
}
