package dev.butlerlabs.core.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** A container of a {@link DockerStandIn}. */
public final class StandInContainer implements AutoCloseable {
    private final String id;
    private final String name;
    private final JsonNode body;
    private final Map<String, String> files = new ConcurrentHashMap<>();
    private final Map<String, Integer> modes = new ConcurrentHashMap<>();
    private final List<List<String>> commands = new CopyOnWriteArrayList<>();
    private final List<Runnable> closing = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean running;

    StandInContainer(String id, String name, JsonNode body) {
        this.id = id;
        this.name = name;
        this.body = body;
    }

    String id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** What it was made from. */
    public JsonNode body() {
        return body;
    }

    /** Its files by their paths. */
    public Map<String, String> files() {
        return files;
    }

    public int mode(String path) {
        return modes.get(path);
    }

    /** Every command that ran in it, as a line. */
    public List<String> commands() {
        return commands.stream().map(words -> String.join(" ", words)).toList();
    }

    public int port() {
        return body.path("HostConfig")
                .path("PortBindings")
                .path("6443/tcp")
                .path(0)
                .path("HostPort")
                .asInt();
    }

    public void run() {
        running = true;
    }

    public void stop() {
        running = false;
    }

    public boolean isRunning() {
        return running;
    }

    public void whenRemoved(Runnable action) {
        closing.add(action);
    }

    /** Returns when the container is removed. */
    public void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void remember(List<String> command) {
        commands.add(command);
    }

    List<String> labels() {
        List<String> labels = new ArrayList<>();
        body.path("Labels").properties().forEach(label -> {
            labels.add(label.getKey() + "=" + label.getValue().asText());
            labels.add(label.getKey());
        });
        return labels;
    }

    ObjectNode inspection() {
        ObjectNode inspection =
                new ObjectMapper().createObjectNode().put("Id", id).put("Name", "/" + name);
        inspection.putObject("Config").set("Labels", body.path("Labels"));
        inspection.putObject("State").put("Running", running);
        ObjectNode network = inspection.putObject("NetworkSettings");
        network.putObject("Networks").putObject("kind").put("IPAddress", running ? "172.18.0.2" : "");
        if (running) {
            network.set("Ports", body.path("HostConfig").path("PortBindings"));
        }
        return inspection;
    }

    void unpack(byte[] archive) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(archive))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                files.put("/" + entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
                modes.put("/" + entry.getName(), entry.getMode());
            }
        }
    }

    @Override
    public void close() {
        running = false;
        ended.countDown();
        closing.forEach(Runnable::run);
        closing.clear();
    }
}
