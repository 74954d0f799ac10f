package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A chart request as the Job that runs Helm where the cluster is. Pure: the same request gives the same objects. */
final class HelmJob {
    static final String RELEASE = ApiGroup.NAME + "/helm-release";
    static final String REQUEST = ApiGroup.NAME + "/helm-request";

    /** Pinned: what a Job does must not change because an image did. */
    static final String IMAGE = "docker.io/alpine/helm:3.17.0";

    private static final String ACCOUNT = "butler-helm";
    private static final String VALUES = "values.yaml";
    private static final long DEADLINE_SECONDS = 900;
    /** Talos answers for the API server at this port on every node, before there is any pod network. */
    private static final List<EnvVar> KUBE_PRISM = List.of(
            new EnvVar("KUBERNETES_SERVICE_HOST", "localhost", null),
            new EnvVar("KUBERNETES_SERVICE_PORT", "7445", null));

    private final ChartRequest request;
    private final String namespace;
    private final KubernetesSerialization yaml;

    /** @param namespace where the Job itself runs */
    HelmJob(ChartRequest request, String namespace, KubernetesSerialization yaml) {
        this.request = request;
        this.namespace = namespace;
        this.yaml = yaml;
    }

    /** The digest of everything asked for: another request gets another Job. */
    String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String asked = String.join("\n", arguments()) + "\n" + IMAGE + "\n" + values();
            return HexFormat.of()
                    .formatHex(digest.digest(asked.getBytes(StandardCharsets.UTF_8)))
                    .substring(0, 10);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** What the Job needs beside itself. */
    List<HasMetadata> surroundings() {
        return List.of(
                new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(ACCOUNT)
                        .withNamespace(namespace)
                        .endMetadata()
                        .build(),
                new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(ACCOUNT)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                        .addNewSubject("", "ServiceAccount", ACCOUNT, namespace)
                        .build(),
                values(name(0)));
    }

    private Secret values(String name) {
        return new SecretBuilder()
                .withMetadata(metadata(name))
                .withType("Opaque")
                .withStringData(Map.of(VALUES, values()))
                .build();
    }

    private String values() {
        return yaml.asYaml(new java.util.TreeMap<>(request.values()));
    }

    /** @param attempt counted from 0; a Job that has failed is kept, and the next one has another name */
    Job job(int attempt) {
        return new JobBuilder()
                .withMetadata(metadata(name(attempt)))
                .withNewSpec()
                .withBackoffLimit(2)
                .withActiveDeadlineSeconds(DEADLINE_SECONDS)
                .withNewTemplate()
                .withMetadata(new ObjectMetaBuilder().withLabels(labels()).build())
                .withSpec(pod())
                .endTemplate()
                .endSpec()
                .build();
    }

    String name(int attempt) {
        return "helm-%s-%s-%d".formatted(request.release(), digest(), attempt);
    }

    private ObjectMeta metadata(String name) {
        return new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(namespace)
                .withLabels(labels())
                .build();
    }

    private Map<String, String> labels() {
        return Map.of(Labels.MANAGED_BY, ServerSideApply.BUTLER, RELEASE, request.release(), REQUEST, digest());
    }

    private PodSpec pod() {
        PodSpecBuilder pod = new PodSpecBuilder()
                .withServiceAccountName(ACCOUNT)
                .withRestartPolicy("Never")
                .withContainers(helm())
                .withVolumes(new VolumeBuilder()
                        .withName("values")
                        .withNewSecret()
                        .withSecretName(name(0))
                        .endSecret()
                        .build());
        if (request.beforeNetwork()) {
            pod.withHostNetwork(true)
                    .withDnsPolicy("Default")
                    .withTolerations(
                            new TolerationBuilder().withOperator("Exists").build());
        }
        return pod.build();
    }

    private Container helm() {
        return new ContainerBuilder()
                .withName("helm")
                .withImage(IMAGE)
                .withCommand("helm")
                .withArgs(arguments())
                .withEnv(request.beforeNetwork() ? KUBE_PRISM : List.of())
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withVolumeMounts(new VolumeMountBuilder()
                        .withName("values")
                        .withMountPath("/values")
                        .withReadOnly(true)
                        .build())
                .build();
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("upgrade", "--install", request.release(), request.chart()));
        request.repository().ifPresent(address -> arguments.addAll(List.of("--repo", address)));
        arguments.addAll(List.of("--version", request.version(), "--namespace", request.namespace()));
        arguments.addAll(
                List.of("--create-namespace", "--atomic", "--timeout", "10m", "--values", "/values/" + VALUES));
        return arguments;
    }
}
