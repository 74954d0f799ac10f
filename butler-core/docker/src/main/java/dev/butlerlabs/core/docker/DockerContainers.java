package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectExecResponse;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Manages the containers of an engine. Thread-safe. */
public final class DockerContainers {
    private final DockerClient requests;
    private final DockerClient streams;
    private final DockerErrorMapper answers;

    DockerContainers(DockerClient requests, DockerClient streams, DockerErrorMapper answers) {
        this.requests = requests;
        this.streams = streams;
        this.answers = answers;
    }

    /** Returns the containers with these labels, running or stopped. */
    public List<ContainerState> labelled(Map<String, String> labels) {
        return answers
                .to(
                        "listing containers",
                        () -> requests.listContainersCmd()
                                .withShowAll(true)
                                .withLabelFilter(labels)
                                .exec())
                .stream()
                .flatMap(container -> inspect(container.getId()).stream())
                .toList();
    }

    /**
     * Returns a container by name or ID.
     *
     * @return empty if it does not exist
     */
    public Optional<ContainerState> inspect(String nameOrId) {
        try {
            return Optional.of(answers.to(
                    "inspecting container " + nameOrId,
                    () -> ContainerInspection.state(
                            requests.inspectContainerCmd(nameOrId).exec())));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Creates a container without starting it.
     *
     * @return its ID
     */
    public String create(ContainerSpec spec) {
        return answers.to(
                "creating container " + spec.name(),
                () -> ContainerCreateRequest.command(requests, spec).exec().getId());
    }

    /**
     * Creates a container that runs an operating system of its own, without starting it.
     *
     * @return its ID
     */
    public String create(MachineContainerSpec spec) {
        return answers.to(
                "creating container " + spec.name(),
                () -> MachineContainerCreateRequest.command(requests, spec)
                        .exec()
                        .getId());
    }

    public void rename(String id, String name) {
        answers.to(
                "renaming container " + id,
                () -> requests.renameContainerCmd(id).withName(name).exec());
    }

    public void start(String id) {
        answers.to(
                "starting container " + id, () -> requests.startContainerCmd(id).exec());
    }

    /** Stops and removes a container with its volumes. Succeeds if it does not exist. */
    public void remove(String id) {
        try {
            answers.to(
                    "removing container " + id,
                    () -> requests.removeContainerCmd(id)
                            .withForce(true)
                            .withRemoveVolumes(true)
                            .exec());
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }

    /** Reads the log from its start until the pattern is found, the container stops, or the time limit is reached. */
    public LogSearchResult awaitLog(String id, Pattern wanted, Duration limit) {
        return answers.to("reading the log of container " + id, () -> {
            ContainerLogReader reader = streams.logContainerCmd(id)
                    .withStdOut(true)
                    .withStdErr(true)
                    .withTailAll()
                    .withFollowStream(true)
                    .exec(new ContainerLogReader(wanted));
            boolean ended = DockerStreams.endsWithin(reader, limit);
            return new LogSearchResult(reader.isFound(), ended, reader.text());
        });
    }

    /** Returns the log so far. */
    public String log(String id, Duration limit) {
        return answers.to("reading the log of container " + id, () -> {
            ExecOutputCollector output = streams.logContainerCmd(id)
                    .withStdOut(true)
                    .withStdErr(true)
                    .withTailAll()
                    .exec(new ExecOutputCollector());
            DockerStreams.complete(output, limit, "Reading the log");
            return output.out() + output.err();
        });
    }

    /**
     * Runs a command with the privileges of the container. It has no input: the library cannot close the input, so a command that
     * reads it would wait forever.
     */
    public ExecResult run(String id, List<String> command, Duration limit) {
        return answers.to("running %s in container %s".formatted(command.getFirst(), id), () -> {
            String exec = requests.execCreateCmd(id)
                    .withCmd(command.toArray(String[]::new))
                    .withPrivileged(true)
                    .withAttachStdout(true)
                    .withAttachStderr(true)
                    .exec()
                    .getId();
            ExecOutputCollector output = streams.execStartCmd(exec).exec(new ExecOutputCollector());
            DockerStreams.complete(output, limit, String.join(" ", command));
            return new ExecResult(exitCode(requests.inspectExecCmd(exec).exec(), command), output.out(), output.err());
        });
    }

    /** Returns the exit code. The output ends with the command, or when the connection to the engine is lost. */
    private static long exitCode(InspectExecResponse exec, List<String> command) {
        return Optional.ofNullable(exec.getExitCodeLong())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.DOCKER_REFUSED,
                        "The exit code of %s is unknown: the connection was lost.".formatted(command.getFirst())));
    }

    /** Copies files into a container, running or stopped. Directories in memory are not accessible this way. */
    public void put(String id, List<ArchiveFile> files) {
        answers.to(
                "writing files into container " + id,
                () -> requests.copyArchiveToContainerCmd(id)
                        .withRemotePath("/")
                        .withTarInputStream(new ByteArrayInputStream(ArchiveWriter.of(files)))
                        .exec());
    }

    /** Returns whether a container, running or stopped, has a file. */
    public boolean hasFile(String id, String path) {
        try (InputStream _ = answers.to(
                "checking for %s in container %s".formatted(path, id),
                () -> requests.copyArchiveFromContainerCmd(id, path).exec())) {
            return true;
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return false;
            }
            throw e;
        } catch (IOException e) {
            throw answers.broken("checking for " + path, new UncheckedIOException(e));
        }
    }
}
