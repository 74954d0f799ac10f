package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A connection to a Docker engine. Every failure is a {@link ButlerException} that describes the request. Thread-safe. */
public final class DockerEngine implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(90);
    /** Streams can pause for any time; readers have their own limits. */
    private static final Duration NO_LIMIT = Duration.ZERO;

    private final URI host;
    private final DockerClient requests;
    private final DockerClient streams;
    private final DockerErrorMapper answers;

    private DockerEngine(DefaultDockerClientConfig settings, Duration connectLimit, Duration answerLimit) {
        this.host = settings.getDockerHost();
        this.requests = client(settings, connectLimit, answerLimit);
        this.streams = client(settings, connectLimit, NO_LIMIT);
        this.answers = new DockerErrorMapper(host);
    }

    /** Connects to the engine that the {@code docker} CLI would use: DOCKER_HOST, the current context, or the default socket. */
    public static DockerEngine ofThisUser() {
        return new DockerEngine(settings(Optional.empty()), CONNECT_LIMIT, ANSWER_LIMIT);
    }

    /** Connects to the engine at an address such as {@code unix:///var/run/docker.sock}. */
    public static DockerEngine at(URI host) {
        return new DockerEngine(settings(Optional.of(host)), CONNECT_LIMIT, ANSWER_LIMIT);
    }

    /** Checks whether the engine of this user responds within the limit. */
    public static DockerAvailability presence(Duration limit) {
        try (DockerEngine docker = new DockerEngine(settings(Optional.empty()), limit, limit)) {
            return new DockerAvailability.Answers(docker.host(), docker.version(), docker.facts());
        } catch (ButlerException e) {
            return new DockerAvailability.Silent(e.getMessage());
        }
    }

    private static DefaultDockerClientConfig settings(Optional<URI> host) {
        try {
            DefaultDockerClientConfig.Builder builder = DefaultDockerClientConfig.createDefaultConfigBuilder();
            host.ifPresent(address -> builder.withDockerHost(address.toString()));
            return builder.build();
        } catch (DockerClientException | IllegalArgumentException e) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "Invalid address of the Docker engine: %s.".formatted(e.getMessage()),
                    "Set DOCKER_HOST to unix://SOCKET or tcp://HOST:PORT, or run without Docker: --engine embedded",
                    List.of(),
                    e);
        }
    }

    private static DockerClient client(
            DefaultDockerClientConfig settings, Duration connectLimit, Duration answerLimit) {
        return DockerClientImpl.getInstance(
                settings,
                new ZerodepDockerHttpClient.Builder()
                        .dockerHost(settings.getDockerHost())
                        .sslConfig(settings.getSSLConfig())
                        .connectionTimeout(connectLimit)
                        .responseTimeout(answerLimit)
                        .build());
    }

    public URI host() {
        return host;
    }

    /** Returns whether the loopback ports of the engine are ports of this machine. */
    public boolean isOnThisMachine() {
        return isLocal(host);
    }

    static boolean isLocal(URI host) {
        return switch (host.getScheme()) {
            case "unix", "npipe" -> true;
            default -> host.getHost() != null && isLoopback(host.getHost());
        };
    }

    private static boolean isLoopback(String name) {
        return name.equals("localhost") || name.startsWith("127.") || name.equals("[::1]");
    }

    public DockerVersion version() {
        return answers.to("reading the version", () -> {
            var version = requests.versionCmd().exec();
            return new DockerVersion(version.getVersion(), version.getApiVersion());
        });
    }

    public DockerEngineInfo facts() {
        return answers.to(
                "reading the engine information", () -> facts(requests.infoCmd().exec()));
    }

    private static DockerEngineInfo facts(Info info) {
        return new DockerEngineInfo(
                String.valueOf(info.getRawValues().getOrDefault("CgroupVersion", "1")),
                Objects.requireNonNullElse(info.getDriver(), ""),
                backingFilesystem(Objects.requireNonNullElse(info.getDriverStatuses(), List.of())),
                Objects.requireNonNullElse(info.getSecurityOptions(), List.of()),
                Objects.requireNonNullElse(info.getNCPU(), 0),
                Objects.requireNonNullElse(info.getMemTotal(), 0L),
                Objects.requireNonNullElse(info.getOperatingSystem(), ""),
                info.getRawValues().containsKey("BuildahVersion"));
    }

    private static String backingFilesystem(List<List<String>> status) {
        return status.stream()
                .filter(pair -> pair.size() == 2 && pair.getFirst().equals("Backing Filesystem"))
                .map(List::getLast)
                .findFirst()
                .orElse("");
    }

    public DockerImages images() {
        return new DockerImages(requests, streams, answers);
    }

    public DockerVolumes volumes() {
        return new DockerVolumes(requests, answers);
    }

    public DockerNetworks networks() {
        return new DockerNetworks(requests, answers);
    }

    public DockerContainers containers() {
        return new DockerContainers(requests, streams, answers);
    }

    @Override
    public void close() {
        try {
            requests.close();
            streams.close();
        } catch (IOException e) {
            throw answers.broken("closing the connection", e);
        }
    }
}
