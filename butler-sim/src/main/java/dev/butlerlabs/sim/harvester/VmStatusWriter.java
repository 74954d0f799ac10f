package dev.butlerlabs.sim.harvester;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the status of virtual machines and their instances as KubeVirt does. */
final class VmStatusWriter {
    private static final String HOST = "harvester-0";

    private final HarvesterBackend cluster;

    VmStatusWriter(HarvesterBackend cluster) {
        this.cluster = cluster;
    }

    /** Writes the printable status if it has changed. */
    void tell(MachineView machine, String status, boolean ready) {
        boolean known = machine.status().equals(status)
                && machine.fields().find("status.ready").equals(Optional.of(ready));
        if (!known) {
            Map<String, Object> condition = Map.of(
                    "type", "Ready",
                    "status", ready ? "True" : "False",
                    "reason", ready ? "GuestRunning" : "GuestNotRunning");
            cluster.mergeStatus(
                    WatchedResourceType.MACHINE,
                    machine.key(),
                    Map.of(
                            "printableStatus",
                            status,
                            "ready",
                            ready,
                            "created",
                            ready || status.equals("Starting"),
                            "conditions",
                            List.of(condition)));
        }
    }

    /** Creates an instance that waits for its host. */
    void begin(MachineView machine) {
        GenericKubernetesResource instance = new GenericKubernetesResource();
        instance.setApiVersion(WatchedResourceType.INSTANCE.apiVersion());
        instance.setKind(WatchedResourceType.INSTANCE.kind());
        instance.setMetadata(new ObjectMetaBuilder()
                .withNamespace(machine.key().namespace())
                .withName(machine.key().name())
                .withLabels(machine.object().getMetadata().getLabels())
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion(WatchedResourceType.MACHINE.apiVersion())
                        .withKind(WatchedResourceType.MACHINE.kind())
                        .withName(machine.key().name())
                        .withUid(machine.uid())
                        .withController(true)
                        .build())
                .build());
        instance.setAdditionalProperty(
                "spec", machine.fields().find("spec.template.spec").orElse(Map.of()));
        instance.setAdditionalProperty("status", Map.of("phase", "Scheduling"));
        cluster.create(WatchedResourceType.INSTANCE, instance);
    }

    /** Marks an instance as running; the guest agent reports the address when there is one. */
    void run(MachineView machine, GuestVm guest, Optional<String> address) {
        Map<String, Object> card = new LinkedHashMap<>();
        card.put("name", network(machine));
        card.put("interfaceName", "enp1s0");
        card.put("mac", guest.macAddress(machine));
        card.put("infoSource", "domain, guest-agent");
        address.ifPresent(value -> {
            card.put("ipAddress", value);
            card.put("ipAddresses", List.of(value));
        });
        cluster.merge(
                WatchedResourceType.INSTANCE,
                machine.key(),
                Map.of("status", Map.of("phase", "Running", "nodeName", HOST, "interfaces", List.of(card))));
    }

    private static String network(MachineView machine) {
        return machine.fields().items("spec.template.spec.networks").stream()
                .flatMap(network -> network.text("name").stream())
                .findFirst()
                .orElse("default");
    }

    void remove(ResourceKey key) {
        cluster.delete(WatchedResourceType.INSTANCE, key);
    }
}
