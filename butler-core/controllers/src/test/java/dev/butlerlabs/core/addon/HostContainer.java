package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.HelmProgram.Result;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The containers of a Job as processes of this machine: same program, words, environment and files. Mounted folders lie elsewhere, so
 * their paths are rewritten, and an account of the cluster is stood in for by a kubeconfig.
 */
final class HostContainer {
    private final KubernetesClient cluster;
    private final Machine machine;
    private final Job job;
    private final Path root;

    /** Where the real programs are. */
    record Machine(Path helm, Path kubectl, Path kubeconfig, Path folder) {
        private Path program(String command) {
            return switch (command) {
                case "helm" -> helm;
                case "kubectl" -> kubectl;
                default -> throw new IllegalArgumentException("not on this machine: " + command);
            };
        }
    }

    HostContainer(KubernetesClient cluster, Machine machine, Job job) throws IOException {
        this.cluster = cluster;
        this.machine = machine;
        this.job = job;
        this.root = Files.createTempDirectory(machine.folder(), "container");
    }

    Result run() throws IOException, InterruptedException {
        for (Volume volume : spec().getVolumes()) {
            fill(volume);
        }
        StringBuilder log = new StringBuilder();
        for (Container container : Stream.concat(spec().getInitContainers().stream(), spec().getContainers().stream())
                .toList()) {
            Result result = run(container);
            log.append(result.text());
            if (result.exitCode() != 0) {
                return new Result(result.exitCode(), log.toString());
            }
        }
        return new Result(0, log.toString());
    }

    private io.fabric8.kubernetes.api.model.PodSpec spec() {
        return job.getSpec().getTemplate().getSpec();
    }

    private Result run(Container container) throws IOException, InterruptedException {
        Map<String, String> environment =
                new HashMap<>(Map.of("KUBECONFIG", machine.kubeconfig().toString()));
        for (EnvVar variable : container.getEnv()) {
            environment.put(variable.getName(), moved(variable.getValue()));
        }
        List<String> words = container.getArgs().stream().map(this::moved).toList();
        return new HelmProgram(machine.program(container.getCommand().getFirst()), root).run(environment, words);
    }

    /** A text with every mounted path as it is on this machine. */
    private String moved(String text) {
        String result = text;
        for (var mount : spec().getContainers().getFirst().getVolumeMounts()) {
            if (result.startsWith(mount.getMountPath())) {
                result = root.resolve(mount.getName())
                        + result.substring(mount.getMountPath().length());
            }
        }
        return result;
    }

    private void fill(Volume volume) throws IOException {
        Path folder = Files.createDirectory(root.resolve(volume.getName()));
        String namespace = job.getMetadata().getNamespace();
        Map<String, String> content = new HashMap<>();
        if (volume.getSecret() != null) {
            content.putAll(cluster.secrets()
                    .inNamespace(namespace)
                    .withName(volume.getSecret().getSecretName())
                    .require()
                    .getData());
        }
        if (volume.getConfigMap() != null) {
            ConfigMap map = cluster.configMaps()
                    .inNamespace(namespace)
                    .withName(volume.getConfigMap().getName())
                    .require();
            content.putAll(map.getBinaryData());
        }
        for (Map.Entry<String, String> entry : content.entrySet()) {
            Files.write(
                    folder.resolve(entry.getKey()), moved(Base64.getDecoder().decode(entry.getValue())));
        }
    }

    /** Files name each other by where they are mounted. */
    private byte[] moved(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        return text.contains(": " + HelmTask.DIRECTORY) || text.contains("\"" + HelmTask.DIRECTORY)
                ? text.replace(HelmTask.DIRECTORY, root.resolve("files") + "/").getBytes(StandardCharsets.UTF_8)
                : content;
    }
}
