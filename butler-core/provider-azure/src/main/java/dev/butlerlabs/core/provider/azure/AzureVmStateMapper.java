package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Derives the state of a machine from its virtual machine, which was read with its instance view. */
final class AzureVmStateMapper {
    /** Talos did not report to Azure in time; it can run nevertheless. */
    private static final String OS_TIMEOUT = "OSProvisioningTimedOut";

    private static final String POWER = "PowerState/";
    private static final String FAILURE = "ProvisioningState/failed/";

    private AzureVmStateMapper() {}

    static MachineState of(JsonNode vm, Optional<JsonNode> nic, Optional<JsonNode> publicAddress) {
        String id = vm.path("id").asText("");
        return switch (provisioning(vm)) {
            case "deleting" -> new MachineState.Leaving(id);
            case "failed", "canceled" -> failed(vm, nic, publicAddress);
            case String state -> byPower(vm, nic, publicAddress, state);
        };
    }

    private static MachineState failed(JsonNode vm, Optional<JsonNode> nic, Optional<JsonNode> publicAddress) {
        String id = vm.path("id").asText("");
        String code = failureCode(vm).orElse("");
        if (AzureErrorClassification.isNoCapacity(code)) {
            return new MachineState.Starting(
                    "", "Azure has no capacity for the virtual machine (%s). Butler creates it again.".formatted(code));
        }
        boolean runs = power(vm).equals("running");
        if (runs && (code.equals(OS_TIMEOUT) || code.isEmpty())) {
            return byPower(vm, nic, publicAddress, "failed");
        }
        return new MachineState.Broken(
                id,
                "VMFailed",
                "Azure failed to create the virtual machine: %s%s"
                        .formatted(failureMessage(vm), code.isEmpty() ? "" : " (" + code + ")"));
    }

    /**
     * The power state decides: until Talos reports to Azure, which it does not do in maintenance mode, Azure shows a running
     * machine as being created.
     */
    private static MachineState byPower(
            JsonNode vm, Optional<JsonNode> nic, Optional<JsonNode> publicAddress, String provisioning) {
        String id = vm.path("id").asText("");
        return switch (power(vm)) {
            case "running" -> running(vm, nic, publicAddress);
            case "stopped", "deallocated", "stopping", "deallocating" ->
                provisioning.equals("creating")
                        ? new MachineState.Starting(id, "Azure is creating the virtual machine.")
                        : new MachineState.Broken(id, "VMStopped", "The virtual machine is %s.".formatted(power(vm)));
            default -> new MachineState.Starting(id, "Azure is creating the virtual machine.");
        };
    }

    private static MachineState running(JsonNode vm, Optional<JsonNode> nic, Optional<JsonNode> publicAddress) {
        String id = vm.path("id").asText("");
        List<String> addresses = addresses(nic, publicAddress);
        return addresses.isEmpty()
                ? new MachineState.Starting(id, "The virtual machine is running but has no address yet.")
                : new MachineState.Running(
                        id,
                        addresses,
                        nic.flatMap(card -> JsonDocument.text(card, "/properties/macAddress"))
                                .map(mac -> mac.replace('-', ':').toLowerCase(Locale.ROOT)),
                        JsonDocument.text(vm, "/zones/0"));
    }

    /** Returns the public address first, since Butler may run outside the virtual network. */
    private static List<String> addresses(Optional<JsonNode> nic, Optional<JsonNode> publicAddress) {
        Set<String> all = new LinkedHashSet<>();
        publicAddress
                .flatMap(address -> JsonDocument.text(address, "/properties/ipAddress"))
                .ifPresent(all::add);
        nic.ifPresent(card -> JsonDocument.items(card.at("/properties/ipConfigurations"))
                .flatMap(configuration -> JsonDocument.text(configuration, "/properties/privateIPAddress").stream())
                .forEach(all::add));
        return List.copyOf(all);
    }

    static boolean isDeleting(JsonNode resource) {
        return provisioning(resource).equals("deleting");
    }

    /** Returns whether Azure gave up for lack of capacity before the machine ran, so that another attempt can succeed. */
    static boolean isWithoutCapacity(JsonNode vm) {
        return Set.of("failed", "canceled").contains(provisioning(vm))
                && failureCode(vm)
                        .filter(AzureErrorClassification::isNoCapacity)
                        .isPresent();
    }

    private static String provisioning(JsonNode resource) {
        return resource.at("/properties/provisioningState").asText("").toLowerCase(Locale.ROOT);
    }

    private static String power(JsonNode vm) {
        return status(vm, POWER)
                .map(status ->
                        status.path("code").asText("").substring(POWER.length()).toLowerCase(Locale.ROOT))
                .orElse("");
    }

    private static Optional<String> failureCode(JsonNode vm) {
        return status(vm, FAILURE).map(status -> status.path("code").asText("").substring(FAILURE.length()));
    }

    private static String failureMessage(JsonNode vm) {
        return status(vm, FAILURE)
                .flatMap(status -> JsonDocument.text(status, "/message"))
                .map(text -> SecretRedactor.of(List.of()).clean(text))
                .orElse("no reason reported");
    }

    private static Optional<JsonNode> status(JsonNode vm, String prefix) {
        return JsonDocument.items(vm.at("/properties/instanceView/statuses"))
                .filter(status -> status.path("code").asText("").startsWith(prefix))
                .findFirst();
    }
}
