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

/** The containers of an engine. */
public final class Containers {
    private final DockerClient requests;
    private final DockerClient streams;
    private final Answers answers;

    Containers(DockerClient requests, DockerClient streams, Answers answers) {
        this.requests = requests;
        this.streams = streams;
        this.answers = answers;
    }

    /** Those that carry these labels, running or not. */
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

    /** One container by its name or id, unless it is gone. */
    public Optional<ContainerState> inspect(String nameOrId) {
        try {
            return Optional.of(answers.to(
                    "looking at container " + nameOrId,
                    () -> Inspection.state(
                            requests.inspectContainerCmd(nameOrId).exec())));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Makes a container, which does not run yet, and returns its id. */
    public String create(ContainerSpec spec) {
        return answers.to(
                "creating container " + spec.name(),
                () -> Creation.command(requests, spec).exec().getId());
    }

    public void start(String id) {
        answers.to(
                "starting container " + id, () -> requests.startContainerCmd(id).exec());
    }

    /** Ends a container and takes it away with its volumes; absent is fine. */
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

    /** Reads the log from its beginning until something like this is in it, the container ends, or the time is up. */
    public LogSearch awaitLog(String id, Pattern wanted, Duration limit) {
        return answers.to("reading the log of container " + id, () -> {
            LogReader reader = streams.logContainerCmd(id)
                    .withStdOut(true)
                    .withStdErr(true)
                    .withTailAll()
                    .withFollowStream(true)
                    .exec(new LogReader(wanted));
            boolean ended = Streams.endsWithin(reader, limit);
            return new LogSearch(reader.isFound(), ended, reader.text());
        });
    }

    /** The log so far. */
    public String log(String id, Duration limit) {
        return answers.to("reading the log of container " + id, () -> {
            Output output = streams.logContainerCmd(id)
                    .withStdOut(true)
                    .withStdErr(true)
                    .withTailAll()
                    .exec(new Output());
            Streams.complete(output, limit, "Reading the log");
            return output.out() + output.err();
        });
    }

    /**
     * Runs a command in a container, with the privileges of the container. It gets no input: the library cannot end it, so that a
     * command that reads its input would wait for ever.
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
            Output output = streams.execStartCmd(exec).exec(new Output());
            Streams.complete(output, limit, String.join(" ", command));
            return new ExecResult(exitCode(requests.inspectExecCmd(exec).exec(), command), output.out(), output.err());
        });
    }

    /** The stream ends with the command, or with the engine. */
    private static long exitCode(InspectExecResponse exec, List<String> command) {
        return Optional.ofNullable(exec.getExitCodeLong())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.DOCKER_REFUSED,
                        "Nobody knows how %s ended: its output broke off.".formatted(command.getFirst())));
    }

    /** Puts files into a container, whether it runs or not. What it keeps in memory cannot be reached this way. */
    public void put(String id, List<ArchiveFile> files) {
        answers.to(
                "writing files into container " + id,
                () -> requests.copyArchiveToContainerCmd(id)
                        .withRemotePath("/")
                        .withTarInputStream(new ByteArrayInputStream(Archive.of(files)))
                        .exec());
    }

    /** Whether a container has a file, whether it runs or not. */
    public boolean hasFile(String id, String path) {
        try (InputStream _ = answers.to(
                "looking for %s in container %s".formatted(path, id),
                () -> requests.copyArchiveFromContainerCmd(id, path).exec())) {
            return true;
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return false;
            }
            throw e;
        } catch (IOException e) {
            throw answers.broken("looking for " + path, new UncheckedIOException(e));
        }
    }
}
