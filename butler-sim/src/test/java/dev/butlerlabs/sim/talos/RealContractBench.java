package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.testing.DockerCommand;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.TestBenchTalosNode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Real Talos nodes in containers on the Docker engine of the test bench. Their network is internal: they reach each other and this
 * machine, but no time server, discovery service or registry outside.
 */
final class RealContractBench implements ContractBench {
    private static final Pattern FINGERPRINT = Pattern.compile("\"fingerprint\": \"([^\"]+)\"");
    private static final Duration BOOT_LIMIT = Duration.ofSeconds(90);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(2);
    private static final Map<String, String> VOLUMES = Map.of(
            "var", "/var",
            "state", "/system/state",
            "cni", "/etc/cni",
            "kubernetes", "/etc/kubernetes",
            "libexec", "/usr/libexec/kubernetes",
            "opt", "/opt");

    private final DockerCommand docker;
    private final TestBenchTalosNode image;
    private final String prefix = "butlerctest-" + UUID.randomUUID().toString().substring(0, 8);
    private final List<String> containers = new ArrayList<>();
    private final Optional<RegistryRelay> relay;
    private final String gateway;

    RealContractBench(TestBenchTalosNode image) {
        this.docker = new DockerCommand(image.engine());
        this.image = image;
        docker.run("network", "create", "--internal", prefix);
        this.gateway = docker.run("network", "inspect", "--format", "{{(index .IPAM.Config 0).Gateway}}", prefix);
        this.relay = image.registry().map(url -> RegistryRelay.start(gateway, URI.create(url)));
    }

    @Override
    public synchronized ContractNode boot(String name) {
        String container = prefix + "-" + name;
        containers.add(container);
        docker.run(command(container, name));
        String host = docker.run(
                "inspect", "--format", "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}", container);
        Node node = new Node(container, name, host);
        TestAwait.upTo(BOOT_LIMIT, "maintenance mode of " + name)
                .pollInterval(Duration.ofMillis(250))
                .until(() -> node.fingerprint().isPresent());
        return node;
    }

    private List<String> command(String container, String name) {
        List<String> words = new ArrayList<>(List.of("run", "--detach", "--name", container, "--hostname", name));
        words.addAll(List.of("--privileged", "--security-opt", "seccomp=unconfined", "--read-only"));
        List.of("/run", "/system", "/tmp").forEach(path -> words.addAll(List.of("--tmpfs", path)));
        VOLUMES.forEach((volume, path) -> words.addAll(List.of("--volume", container + "-" + volume + ":" + path)));
        words.addAll(List.of("--env", "PLATFORM=container", "--env", "TALOSSKU=2CPU-2048RAM"));
        words.addAll(List.of("--sysctl", "net.ipv6.conf.all.disable_ipv6=0", "--memory", "2g"));
        words.addAll(List.of("--network", prefix, image.image()));
        return words;
    }

    @Override
    public String unusedAddress() {
        return gateway.substring(0, gateway.lastIndexOf('.')) + ".250";
    }

    @Override
    public Optional<String> registry() {
        return relay.map(RegistryRelay::url);
    }

    @Override
    public Optional<String> withoutEtcd() {
        return relay.isPresent() ? Optional.empty() : Optional.of("the test bench has no registry with the etcd image");
    }

    @Override
    public synchronized void close() {
        for (String container : containers) {
            docker.run("rm", "--force", container);
            VOLUMES.keySet().forEach(volume -> docker.run("volume", "rm", "--force", container + "-" + volume));
        }
        docker.run("network", "rm", prefix);
        relay.ifPresent(RegistryRelay::close);
    }

    private final class Node implements ContractNode {
        private final String container;
        private final String name;
        private final String host;

        private Node(String container, String name, String host) {
            this.container = container;
            this.name = name;
            this.host = host;
        }

        private Optional<String> fingerprint() {
            Matcher shown = FINGERPRINT.matcher(docker.run("logs", container));
            return shown.results().reduce((first, last) -> last).map(result -> text(result));
        }

        private static String text(MatchResult result) {
            return result.group(1);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String host() {
            return host;
        }

        @Override
        public String consoleFingerprint() {
            return fingerprint().orElseThrow();
        }

        @Override
        public void awaitShutdown() {
            TestAwait.upTo(SHUTDOWN_LIMIT, "end of the container " + container)
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> docker.run("inspect", "--format", "{{.State.Running}}", container)
                            .equals("false"));
        }
    }
}
