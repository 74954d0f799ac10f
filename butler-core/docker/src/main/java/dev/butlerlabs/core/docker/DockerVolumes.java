package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectVolumeResponse;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Manages the volumes of an engine. Thread-safe. */
public final class DockerVolumes {
    private final DockerClient requests;
    private final DockerErrorMapper answers;

    DockerVolumes(DockerClient requests, DockerErrorMapper answers) {
        this.requests = requests;
        this.answers = answers;
    }

    /** Returns the volumes with these labels. */
    public List<VolumeState> labelled(Map<String, String> labels) {
        List<InspectVolumeResponse> found = answers.to(
                "listing volumes",
                () -> requests.listVolumesCmd()
                        .withFilter("label", DockerLabels.filter(labels))
                        .exec()
                        .getVolumes());
        return Objects.requireNonNullElse(found, List.<InspectVolumeResponse>of()).stream()
                .map(DockerVolumes::state)
                .toList();
    }

    /**
     * Returns a volume by name.
     *
     * @return empty if it does not exist
     */
    public Optional<VolumeState> inspect(String name) {
        try {
            return Optional.of(state(answers.to(
                    "inspecting volume " + name,
                    () -> requests.inspectVolumeCmd(name).exec())));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static VolumeState state(InspectVolumeResponse volume) {
        return new VolumeState(volume.getName(), Objects.requireNonNullElse(volume.getLabels(), Map.of()));
    }

    /**
     * Removes a volume. Succeeds if it does not exist.
     *
     * @throws ButlerException with {@code CONFLICT} if a container uses it
     */
    public void remove(String name) {
        try {
            answers.to(
                    "removing volume " + name,
                    () -> requests.removeVolumeCmd(name).exec());
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }
}
