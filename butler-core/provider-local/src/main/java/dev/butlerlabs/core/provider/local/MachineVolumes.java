package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.VolumeState;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The volumes of a machine: the partitions of Talos, and the directories that it writes to on its read-only root. */
final class MachineVolumes {
    private static final Map<String, String> SUFFIXES = Map.of(
            "/var", "var",
            "/system/state", "state",
            "/etc/cni", "cni",
            "/etc/kubernetes", "kubernetes",
            "/usr/libexec/kubernetes", "libexec",
            "/opt", "opt");

    private final DockerEngine engine;
    private final MachineId id;

    MachineVolumes(DockerEngine engine, MachineId id) {
        this.engine = engine;
        this.id = id;
    }

    /** Returns the names of the volumes of a machine by directory. */
    static Map<String, String> byDirectory(String machine) {
        return SUFFIXES.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> machine + "-" + entry.getValue()));
    }

    /**
     * Rejects the machine if a volume of another owner has the name of one of its volumes. The engine would use that volume with its data.
     */
    void requireOwnNames() {
        byDirectory(id.name()).values().stream()
                .sorted()
                .flatMap(name -> LocalErrorMapper.call(() -> engine.volumes().inspect(name)).stream())
                .filter(volume -> !isOurs(volume))
                .findFirst()
                .ifPresent(MachineVolumes::reject);
    }

    private boolean isOurs(VolumeState volume) {
        return volume.labels().entrySet().containsAll(OwnershipTags.marks(id).entrySet());
    }

    private static void reject(VolumeState volume) {
        throw new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "A volume named %s exists on the Docker engine without the ownership labels of this machine."
                        .formatted(volume.name()),
                "Rename the cluster, or remove that volume if it is not needed: docker volume rm " + volume.name());
    }

    List<VolumeState> existing() {
        return LocalErrorMapper.call(() -> engine.volumes().labelled(OwnershipTags.marks(id)));
    }

    void remove() {
        existing().forEach(volume -> LocalErrorMapper.run(() -> engine.volumes().remove(volume.name())));
    }
}
