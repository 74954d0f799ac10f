package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.ArchiveFile;
import dev.butlerlabs.core.docker.DockerContainers;
import dev.butlerlabs.core.docker.ExecResult;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs commands in a node. Their output is collected for failure logs; the content of files is not. */
final class KindNode {
    private final DockerContainers containers;
    private final String id;
    private final String name;
    private final Duration limit;
    private final List<String> transcript = new ArrayList<>();

    KindNode(DockerContainers containers, String id, String name, Duration limit) {
        this.containers = containers;
        this.id = id;
        this.name = name;
        this.limit = limit;
    }

    String id() {
        return id;
    }

    void run(String... command) {
        run(limit, command);
    }

    void run(Duration patience, String... command) {
        ExecResult result = containers.run(id, List.of(command), patience);
        transcript.add("$ %s%n%s%s".formatted(String.join(" ", command), result.out(), result.err()));
        require(result, String.join(" ", command));
    }

    /** Runs kubectl as administrator. */
    void kubectl(String... words) {
        List<String> command = new ArrayList<>(List.of("kubectl", "--kubeconfig=/etc/kubernetes/admin.conf"));
        command.addAll(List.of(words));
        run(command.toArray(String[]::new));
    }

    /** Returns the content of a file. Uses a command, since directories in memory are not accessible otherwise. */
    String read(String path) {
        ExecResult result = containers.run(id, List.of("cat", path), limit);
        require(result, "cat " + path);
        return result.out();
    }

    boolean has(String path) {
        return containers.hasFile(id, path);
    }

    void write(ArchiveFile file) {
        write(List.of(file));
    }

    void write(List<ArchiveFile> files) {
        containers.put(id, files);
    }

    /** Returns the output of all commands and the log of the node. */
    String story() {
        return String.join("\n", transcript) + "\n" + containers.log(id, limit);
    }

    private void require(ExecResult result, String command) {
        if (!result.succeeded()) {
            throw new ButlerException(
                    ErrorCode.ENGINE_FAILED,
                    "In the KIND node %s, %s failed with exit code %d: %s."
                            .formatted(name, command, result.exitCode(), lastLine(result)));
        }
    }

    private static String lastLine(ExecResult result) {
        return (result.out() + "\n" + result.err())
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((earlier, later) -> later)
                .map(line -> line.replaceFirst("\\.$", ""))
                .orElse("no output");
    }
}
