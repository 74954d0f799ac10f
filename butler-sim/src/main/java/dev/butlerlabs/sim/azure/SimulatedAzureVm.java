package dev.butlerlabs.sim.azure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.infrastructure.UserData;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** A virtual machine. Guarded by the lock of the registry. */
final class SimulatedAzureVm {
    final ArmResource resource;
    final String uuid = UUID.randomUUID().toString();
    final String mac;
    final Optional<String> userData;
    /** Empty until the machine is powered on for the first time. */
    String power = "";

    Optional<ArmException> failure = Optional.empty();
    boolean withoutAddress;
    Optional<MachineHost.Inside> inside = Optional.empty();
    /** Action to run once a client has seen the machine running. */
    Optional<Runnable> afterSeen = Optional.empty();

    SimulatedAzureVm(ArmResource resource, String mac) {
        this.resource = resource;
        this.mac = mac;
        this.userData = Optional.of(
                        resource.at("/properties/osProfile/customData").asText(""))
                .filter(text -> !text.isEmpty())
                .map(text -> UserData.text(Base64.getDecoder().decode(text)));
    }

    boolean isRunning() {
        return power.equals("running");
    }

    Optional<String> address() {
        return isRunning() && !withoutAddress ? inside.map(MachineHost.Inside::address) : Optional.empty();
    }

    void switchOff() {
        inside.ifPresent(MachineHost.Inside::close);
        inside = Optional.empty();
    }

    /** Returns the document. Azure never returns passwords and custom data. */
    ObjectNode document(boolean withState) {
        ObjectNode document = resource.document();
        ObjectNode properties = (ObjectNode) document.path("properties");
        properties.put("vmId", uuid);
        if (properties.path("osProfile") instanceof ObjectNode system) {
            system.remove("adminPassword");
            system.remove("customData");
        }
        document.put("etag", resource.etag());
        if (withState) {
            properties.set("instanceView", instanceView());
        }
        return document;
    }

    ObjectNode instanceView() {
        ObjectNode view = JsonNodeFactory.instance.objectNode();
        ArrayNode statuses = view.putArray("statuses");
        String level = failure.isPresent() ? "Error" : "Info";
        ObjectNode provisioning = statuses.addObject();
        provisioning
                .put(
                        "code",
                        "ProvisioningState/" + resource.state.toLowerCase(Locale.ROOT)
                                + failure.map(cause -> "/" + cause.code()).orElse(""))
                .put("level", level)
                .put("displayStatus", failure.isPresent() ? "Provisioning failed" : "Provisioning " + resource.state);
        failure.ifPresent(cause -> provisioning.put("message", cause.getMessage()));
        if (!power.isEmpty()) {
            statuses.addObject()
                    .put("code", "PowerState/" + power)
                    .put("level", "Info")
                    .put("displayStatus", "VM " + power);
        }
        return view;
    }
}
