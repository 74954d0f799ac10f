package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Resolves the mounted files and the environment of a pod's first container. */
final class PodMountResolver {
    private final KubernetesClient client;
    private final Pod pod;

    private PodMountResolver(KubernetesClient client, Pod pod) {
        this.client = client;
        this.pod = pod;
    }

    /** Returns the event message for a missing volume source that prevents the pod from starting. */
    static Optional<String> missing(KubernetesClient client, Pod pod) {
        PodMountResolver mounts = new PodMountResolver(client, pod);
        return pod.getSpec().getVolumes().stream()
                .flatMap(volume -> mounts.missing(volume).stream())
                .findFirst();
    }

    private Optional<String> missing(Volume volume) {
        if (volume.getSecret() != null
                && !Boolean.TRUE.equals(volume.getSecret().getOptional())) {
            String name = volume.getSecret().getSecretName();
            return secret(name).isPresent() ? Optional.empty() : Optional.of(notFound(volume, "secret", name));
        }
        if (volume.getConfigMap() != null
                && !Boolean.TRUE.equals(volume.getConfigMap().getOptional())) {
            String name = volume.getConfigMap().getName();
            return configMap(name).isPresent() ? Optional.empty() : Optional.of(notFound(volume, "configmap", name));
        }
        return Optional.empty();
    }

    private static String notFound(Volume volume, String kind, String name) {
        return "MountVolume.SetUp failed for volume \"%s\" : %s \"%s\" not found"
                .formatted(volume.getName(), kind, name);
    }

    static JobRunner.Run run(KubernetesClient client, Pod pod) {
        PodMountResolver mounts = new PodMountResolver(client, pod);
        Container container = pod.getSpec().getContainers().getFirst();
        return new JobRunner.Run(
                pod.getMetadata().getNamespace(),
                Kubelet.workload(pod),
                container.getImage(),
                container.getCommand(),
                container.getArgs(),
                mounts.environment(container),
                mounts.files(container),
                client);
    }

    private Map<String, String> files(Container container) {
        Map<String, String> files = new HashMap<>();
        for (VolumeMount mount : container.getVolumeMounts()) {
            pod.getSpec().getVolumes().stream()
                    .filter(volume -> volume.getName().equals(mount.getName()))
                    .forEach(volume -> content(volume).forEach((name, text) -> put(files, mount, name, text)));
        }
        return files;
    }

    private static void put(Map<String, String> files, VolumeMount mount, String name, String text) {
        if (mount.getSubPath() == null || mount.getSubPath().isEmpty()) {
            files.put(mount.getMountPath().replaceFirst("/$", "") + "/" + name, text);
        } else if (mount.getSubPath().equals(name)) {
            files.put(mount.getMountPath(), text);
        }
    }

    private Map<String, String> content(Volume volume) {
        if (volume.getSecret() != null) {
            return chosen(
                    secret(volume.getSecret().getSecretName())
                            .map(PodMountResolver::plain)
                            .orElse(Map.of()),
                    volume.getSecret().getItems());
        }
        if (volume.getConfigMap() != null) {
            return chosen(
                    configMap(volume.getConfigMap().getName())
                            .map(PodMountResolver::content)
                            .orElse(Map.of()),
                    volume.getConfigMap().getItems());
        }
        return Map.of();
    }

    /** Binary files have one character for each byte. */
    private static Map<String, String> content(ConfigMap configMap) {
        Map<String, String> content = new HashMap<>(configMap.getData());
        configMap
                .getBinaryData()
                .forEach((name, bytes) ->
                        content.put(name, new String(Base64.getDecoder().decode(bytes), StandardCharsets.ISO_8859_1)));
        return content;
    }

    private static Map<String, String> chosen(Map<String, String> data, List<KeyToPath> items) {
        if (items.isEmpty()) {
            return data;
        }
        Map<String, String> chosen = new HashMap<>();
        items.stream()
                .filter(item -> data.containsKey(item.getKey()))
                .forEach(item -> chosen.put(item.getPath(), data.get(item.getKey())));
        return chosen;
    }

    private Map<String, String> environment(Container container) {
        Map<String, String> environment = new HashMap<>();
        container.getEnvFrom().forEach(source -> {
            if (source.getSecretRef() != null) {
                secret(source.getSecretRef().getName())
                        .map(PodMountResolver::plain)
                        .ifPresent(environment::putAll);
            }
            if (source.getConfigMapRef() != null) {
                configMap(source.getConfigMapRef().getName())
                        .map(ConfigMap::getData)
                        .ifPresent(environment::putAll);
            }
        });
        container
                .getEnv()
                .forEach(variable -> value(variable).ifPresent(value -> environment.put(variable.getName(), value)));
        return environment;
    }

    private Optional<String> value(EnvVar variable) {
        if (variable.getValueFrom() == null) {
            return Optional.of(Objects.requireNonNullElse(variable.getValue(), ""));
        }
        var from = variable.getValueFrom();
        if (from.getSecretKeyRef() != null) {
            return secret(from.getSecretKeyRef().getName())
                    .map(PodMountResolver::plain)
                    .map(data -> data.get(from.getSecretKeyRef().getKey()));
        }
        if (from.getConfigMapKeyRef() != null) {
            return configMap(from.getConfigMapKeyRef().getName())
                    .map(map -> map.getData().get(from.getConfigMapKeyRef().getKey()));
        }
        return from.getFieldRef() == null
                ? Optional.empty()
                : field(from.getFieldRef().getFieldPath());
    }

    private Optional<String> field(String path) {
        return switch (path) {
            case "metadata.name" -> Optional.of(pod.getMetadata().getName());
            case "metadata.namespace" -> Optional.of(pod.getMetadata().getNamespace());
            case "spec.nodeName" -> Optional.of(pod.getSpec().getNodeName());
            default -> Optional.empty();
        };
    }

    private Optional<Secret> secret(String name) {
        return Optional.ofNullable(client.secrets()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(name)
                .get());
    }

    private Optional<ConfigMap> configMap(String name) {
        return Optional.ofNullable(client.configMaps()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(name)
                .get());
    }

    private static Map<String, String> plain(Secret secret) {
        Map<String, String> plain = new HashMap<>();
        Objects.requireNonNullElse(secret.getData(), Map.<String, String>of())
                .forEach((key, value) ->
                        plain.put(key, new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8)));
        return plain;
    }
}
