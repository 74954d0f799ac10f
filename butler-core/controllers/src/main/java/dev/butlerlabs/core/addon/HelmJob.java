package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Renders a task as a Job with its service account and files. Pure: the same task gives the same objects. The service account is bound to
 * cluster-admin, since charts may create anything, but exists only as long as the Job runs.
 */
final class HelmJob {
    static final String SUBJECT = ApiGroup.NAME + "/helm-release";
    static final String REQUEST = ApiGroup.NAME + "/helm-request";

    private static final int LONGEST_SUBJECT = 38;
    /** Additional time beyond the program's own timeout: to schedule the pod, pull the image, and roll back. */
    private static final Duration ALLOWANCE = Duration.ofMinutes(10);

    private static final int KEPT_SECONDS = 86_400;

    private final HelmTask task;
    private final String namespace;

    /** @param namespace the namespace of the Job */
    HelmJob(HelmTask task, String namespace) {
        this.task = task;
        this.namespace = namespace;
    }

    /** Returns the labels that select the Jobs of a task. */
    static Map<String, String> selector(String subject) {
        return Map.of(Labels.MANAGED_BY, ServerSideApply.BUTLER, SUBJECT, shortened(subject));
    }

    private static String shortened(String subject) {
        return subject.length() <= LONGEST_SUBJECT
                ? subject
                : subject.substring(0, LONGEST_SUBJECT - 7) + "-"
                        + ContentDigest.of(subject).substring(0, 6);
    }

    static String account(String subject) {
        return "helm-" + shortened(subject);
    }

    static String binding(String subject) {
        return "butler-helm-" + shortened(subject);
    }

    /** Returns a digest of the whole task: another task gets another Job. */
    String digest() {
        List<String> asked = new ArrayList<>(task.first());
        asked.addAll(task.arguments());
        asked.add(task.program().image());
        new TreeMap<>(task.files()).forEach((name, text) -> {
            asked.add(name);
            asked.add(text);
        });
        return ContentDigest.of(asked.toArray(String[]::new));
    }

    /** Returns the objects that the Job needs. */
    List<HasMetadata> surroundings() {
        List<HasMetadata> objects = new ArrayList<>();
        if (!(task.reach() instanceof HelmTarget.Abroad)) {
            objects.add(new ServiceAccountBuilder()
                    .withMetadata(metadata(account(task.subject())))
                    .build());
            objects.add(new ClusterRoleBindingBuilder()
                    .withNewMetadata()
                    .withName(binding(task.subject()))
                    .withLabels(labels())
                    .endMetadata()
                    .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                    .addNewSubject("", "ServiceAccount", account(task.subject()), namespace)
                    .build());
        }
        if (!task.files().isEmpty()) {
            objects.add(new SecretBuilder()
                    .withMetadata(metadata(files()))
                    .withType("Opaque")
                    .withStringData(task.files())
                    .build());
        }
        return objects;
    }

    private String files() {
        return "helm-%s-%s".formatted(shortened(task.subject()), digest());
    }

    /**
     * Returns a Job with a single pod that is not restarted, so that a failure is reported before a retry.
     *
     * @param attempt counted from 0; a failed Job is kept, and the next one has another name
     */
    Job job(int attempt) {
        return new JobBuilder()
                .withMetadata(metadata("%s-%d".formatted(files(), attempt)))
                .withNewSpec()
                .withBackoffLimit(0)
                .withActiveDeadlineSeconds(task.patience().plus(ALLOWANCE).toSeconds())
                .withTtlSecondsAfterFinished(KEPT_SECONDS)
                .withNewTemplate()
                .withMetadata(new ObjectMetaBuilder().withLabels(labels()).build())
                .withSpec(new HelmPod(task, account(task.subject()), files()).spec())
                .endTemplate()
                .endSpec()
                .build();
    }

    private ObjectMeta metadata(String name) {
        return new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(namespace)
                .withLabels(labels())
                .build();
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>(selector(task.subject()));
        labels.put(REQUEST, digest());
        return labels;
    }
}
