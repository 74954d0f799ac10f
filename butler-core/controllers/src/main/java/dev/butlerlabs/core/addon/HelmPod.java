package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.helm.HelmTarget;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;

/** Renders the pod of a task: runs as an unprivileged user, with write access to a single directory. */
final class HelmPod {
    private static final long NOBODY = 65_534;
    private static final int READABLE_BY_GROUP = 0440;
    /** KubePrism: Talos proxies the API server at this port on every node, before a pod network exists. */
    private static final List<EnvVar> KUBE_PRISM = List.of(
            new EnvVar("KUBERNETES_SERVICE_HOST", "localhost", null),
            new EnvVar("KUBERNETES_SERVICE_PORT", "7445", null));

    private final HelmTask task;
    private final String account;
    private final String files;

    /** @param files the Secret with the files of the task */
    HelmPod(HelmTask task, String account, String files) {
        this.task = task;
        this.account = account;
        this.files = files;
    }

    PodSpec spec() {
        PodSpecBuilder pod = new PodSpecBuilder()
                .withRestartPolicy("Never")
                .withSecurityContext(new PodSecurityContextBuilder()
                        .withRunAsNonRoot(true)
                        .withRunAsUser(NOBODY)
                        .withRunAsGroup(NOBODY)
                        .withFsGroup(NOBODY)
                        .withNewSeccompProfile(null, "RuntimeDefault")
                        .build())
                .withContainers(container(task.program().command(), task.arguments()))
                .withVolumes(volumes());
        if (!task.first().isEmpty()) {
            pod.withInitContainers(container("first", task.first()));
        }
        return switch (task.reach()) {
            case HelmTarget.Abroad abroad ->
                pod.withAutomountServiceAccountToken(false).build();
            case HelmTarget.Inside inside -> pod.withServiceAccountName(account).build();
            case HelmTarget.BeforeNetwork before ->
                pod.withServiceAccountName(account)
                        .withHostNetwork(true)
                        .withDnsPolicy("Default")
                        .withTolerations(
                                new TolerationBuilder().withOperator("Exists").build())
                        .build();
        };
    }

    private Container container(String name, List<String> words) {
        List<EnvVar> environment = new ArrayList<>(List.of(new EnvVar("HOME", HelmTask.CACHE, null)));
        if (task.reach() instanceof HelmTarget.BeforeNetwork) {
            environment.addAll(KUBE_PRISM);
        }
        return new ContainerBuilder()
                .withName(name)
                .withImage(task.program().image())
                .withCommand(task.program().command())
                .withArgs(words)
                .withEnv(environment)
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withSecurityContext(new SecurityContextBuilder()
                        .withAllowPrivilegeEscalation(false)
                        .withReadOnlyRootFilesystem(true)
                        .withNewCapabilities()
                        .addToDrop("ALL")
                        .endCapabilities()
                        .build())
                .withVolumeMounts(mounts())
                .build();
    }

    private List<Volume> volumes() {
        List<Volume> volumes = new ArrayList<>();
        volumes.add(new VolumeBuilder()
                .withName("cache")
                .withNewEmptyDir()
                .endEmptyDir()
                .build());
        if (!task.files().isEmpty()) {
            volumes.add(secret("files", files));
        }
        task.archive()
                .ifPresent(name -> volumes.add(new VolumeBuilder()
                        .withName("charts")
                        .withNewConfigMap()
                        .withName(name)
                        .endConfigMap()
                        .build()));
        if (task.reach() instanceof HelmTarget.Abroad abroad) {
            volumes.add(secret("kubeconfig", abroad.secret()));
        }
        return volumes;
    }

    private static Volume secret(String name, String secret) {
        return new VolumeBuilder()
                .withName(name)
                .withNewSecret()
                .withSecretName(secret)
                .withDefaultMode(READABLE_BY_GROUP)
                .endSecret()
                .build();
    }

    private List<VolumeMount> mounts() {
        List<VolumeMount> mounts = new ArrayList<>();
        mounts.add(mount("cache", HelmTask.CACHE, false));
        if (!task.files().isEmpty()) {
            mounts.add(mount("files", HelmTask.DIRECTORY, true));
        }
        task.archive().ifPresent(name -> mounts.add(mount("charts", HelmTask.ARCHIVES, true)));
        if (task.reach() instanceof HelmTarget.Abroad) {
            mounts.add(mount("kubeconfig", HelmTask.KUBECONFIG, true));
        }
        return mounts;
    }

    private static VolumeMount mount(String name, String path, boolean readOnly) {
        return new VolumeMountBuilder()
                .withName(name)
                .withMountPath(path.replaceFirst("/$", ""))
                .withReadOnly(readOnly)
                .build();
    }
}
