package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import dev.butlerlabs.sim.infrastructure.UserData;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A container. The lock of {@link ContainerRegistry} guards its mutable fields. */
final class ContainerRecord {
    private static final Set<String> DIRECTORIES_OF_TALOS =
            Set.of("/run", "/system", "/tmp", "/var", "/system/state", "/etc/cni", "/etc/kubernetes", "/opt");

    final String id;
    volatile String name;
    final String macAddress;
    final ObjectNode body;
    final Map<Integer, Integer> ports = new HashMap<>();
    Phase phase = Phase.CREATED;
    boolean starting;
    boolean withheld;
    String error = "";
    Optional<FaultKind> doom = Optional.empty();
    Optional<Inside> inside = Optional.empty();

    ContainerRecord(String id, String name, String macAddress, ObjectNode body) {
        this.id = id;
        this.name = name;
        this.macAddress = macAddress;
        this.body = body;
    }

    /** The states of the engine that occur here. */
    enum Phase {
        CREATED,
        RUNNING,
        EXITED,
        REMOVING
    }

    Map<String, String> labels() {
        return DockerJson.texts(body.path("Labels"));
    }

    String network() {
        return body.at("/HostConfig/NetworkMode").asText("bridge");
    }

    /** Returns the address that the client requested. */
    Optional<String> requestedAddress() {
        return Optional.of(body.path("NetworkingConfig")
                        .path("EndpointsConfig")
                        .path(network())
                        .path("IPAMConfig")
                        .path("IPv4Address")
                        .asText(""))
                .filter(text -> !text.isEmpty());
    }

    Optional<String> address() {
        return inside.filter(_ -> !withheld).map(Inside::address);
    }

    private List<String> environment() {
        return DockerJson.list(body.path("Env"));
    }

    Optional<String> userData() {
        return environment().stream()
                .filter(variable -> variable.startsWith("USERDATA="))
                .map(variable -> variable.substring("USERDATA=".length()))
                .map(text -> UserData.text(Base64.getDecoder().decode(text)))
                .findFirst();
    }

    /** Returns the names of its volumes with their labels. */
    Map<String, Map<String, String>> volumes() {
        Map<String, Map<String, String>> volumes = new HashMap<>();
        mounts().filter(mount -> mount.path("Type").asText().equals("volume"))
                .forEach(mount -> volumes.put(
                        mount.path("Source").asText(),
                        DockerJson.texts(mount.path("VolumeOptions").path("Labels"))));
        return volumes;
    }

    private Stream<JsonNode> mounts() {
        return StreamSupport.stream(body.at("/HostConfig/Mounts").spliterator(), false);
    }

    /** Returns whether Talos starts: otherwise its init process exits at once. */
    boolean isBootable() {
        Set<String> writable = new HashSet<>();
        mounts().forEach(mount -> writable.add(mount.path("Target").asText()));
        return body.at("/HostConfig/Privileged").asBoolean()
                && DockerJson.list(body.at("/HostConfig/SecurityOpt")).contains("seccomp=unconfined")
                && environment().contains("PLATFORM=container")
                && writable.containsAll(DIRECTORIES_OF_TALOS);
    }

    SimulatedMachine machine() {
        Power power = switch (phase) {
            case CREATED -> Power.BOOTING;
            case RUNNING -> Power.ON;
            case EXITED -> Power.OFF;
            case REMOVING -> Power.LEAVING;
        };
        return new SimulatedMachine(id, name, power, labels(), address());
    }

    ObjectNode inspection() {
        ObjectNode inspection = DockerJson.object().put("Id", id).put("Name", "/" + name);
        inspection.putObject("Config").set("Labels", DockerJson.object(labels()));
        inspection
                .putObject("State")
                .put("Status", phase.name().toLowerCase(Locale.ROOT))
                .put("Running", phase == Phase.RUNNING)
                .put("Error", error);
        inspection.putObject("HostConfig").set("PortBindings", body.at("/HostConfig/PortBindings"));
        ObjectNode settings = inspection.putObject("NetworkSettings");
        settings.putObject("Networks")
                .putObject(network())
                .put("IPAddress", address().orElse(""))
                .put("MacAddress", phase == Phase.RUNNING ? macAddress : "");
        ObjectNode published = settings.putObject("Ports");
        ports.forEach((inner, outer) -> published
                .putArray(inner + "/tcp")
                .addObject()
                .put("HostIp", "127.0.0.1")
                .put("HostPort", String.valueOf(outer)));
        return inspection;
    }
}
