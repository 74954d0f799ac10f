package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.retry.CallRetrier;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import java.util.List;
import java.util.Optional;

/** Operations on virtual machines of any owner. The caller checks the ownership tag. */
final class VmOperations {
    private static final CallRetrier CONFLICTS = new CallRetrier(
            CallRetryPolicy.on(failure -> failure instanceof ButlerException e && e.code() == ErrorCode.CONFLICT)
                    .withAttempts(4));

    private final PrismClient prism;
    private final PrismListReader listing;

    VmOperations(PrismClient prism) {
        this.prism = prism;
        this.listing = new PrismListReader(prism);
    }

    List<ObservedPrismVm> named(String name) {
        return listing.named("vm", "/vms", "vm_name", name).stream()
                .map(ObservedPrismVm::of)
                .toList();
    }

    List<ObservedPrismVm> all() {
        return listing.all("vm", "/vms").stream().map(ObservedPrismVm::of).toList();
    }

    Optional<ObservedPrismVm> find(String uuid) {
        return prism.find(path(uuid)).map(ObservedPrismVm::of);
    }

    void delete(ObservedPrismVm vm) {
        prism.delete(path(vm.uuid()));
    }

    /**
     * Powers a machine on by sending back its current specification. If another client changed it meanwhile, Prism rejects the
     * version, and the specification is read again.
     */
    void switchOn(ObservedPrismVm vm) {
        CONFLICTS.run(() -> switchOn(vm.uuid()));
    }

    private void switchOn(String uuid) {
        JsonNode entity = prism.get(path(uuid));
        prism.put(
                path(uuid),
                withPower(entity),
                prism.echo().withEncodedUserData(ObservedPrismVm.of(entity).userData()));
    }

    private static ObjectNode withPower(JsonNode entity) {
        ObjectNode body = JsonDocument.object();
        body.set("api_version", entity.path("api_version"));
        body.set("metadata", entity.path("metadata"));
        body.set("spec", entity.path("spec").deepCopy());
        body.withObject("/spec/resources").put("power_state", "ON");
        return body;
    }

    private static String path(String uuid) {
        return "/vms/" + uuid;
    }
}
