package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reconciles Deployments: one ReplicaSet per template. ReplicaSets of older templates are deleted at once. */
final class DeploymentController implements SimulatedController {
    static final String HASH = "pod-template-hash";

    private static final int PROGRESS_SECONDS = 600;

    @Override
    public void reconcile(ClusterView view) {
        for (Deployment deployment : view.deployments()) {
            if (deployment.getMetadata().getDeletionTimestamp() == null) {
                rollOut(view, deployment);
                DeploymentStatus status = status(view, deployment);
                if (!status.equals(deployment.getStatus())) {
                    view.writes()
                            .status(new DeploymentBuilder(deployment)
                                    .withStatus(status)
                                    .build());
                }
            }
        }
    }

    private static void rollOut(ClusterView view, Deployment deployment) {
        String name = currentSet(view, deployment);
        int replicas = replicas(deployment);
        List<ReplicaSet> sets = sets(view, deployment);
        Optional<ReplicaSet> present =
                sets.stream().filter(set -> isOf(set, name)).findFirst();
        if (present.isEmpty()) {
            view.writes().create(wanted(view, deployment));
        } else if (!Objects.equals(present.get().getSpec().getReplicas(), replicas)) {
            view.writes()
                    .replace(new ReplicaSetBuilder(present.get())
                            .editSpec()
                            .withReplicas(replicas)
                            .endSpec()
                            .build());
        }
        sets.stream()
                .filter(set -> !isOf(set, name))
                .forEach(set -> view.writes().delete(set));
    }

    private static List<ReplicaSet> sets(ClusterView view, Deployment deployment) {
        return view.replicaSets().stream()
                .filter(set -> OwnerReferenceFactory.controls(deployment, set))
                .toList();
    }

    private static boolean isOf(ReplicaSet set, String name) {
        return set.getMetadata().getName().equals(name);
    }

    /** Returns the name of the ReplicaSet for the current template. */
    private static String currentSet(ClusterView view, Deployment deployment) {
        return deployment.getMetadata().getName() + "-" + revision(view, deployment);
    }

    private static String revision(ClusterView view, Deployment deployment) {
        return view.revisions().of(deployment, deployment.getSpec().getTemplate());
    }

    private static ReplicaSet wanted(ClusterView view, Deployment deployment) {
        String hash = revision(view, deployment);
        Map<String, String> more = Map.of(HASH, hash);
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName(currentSet(view, deployment))
                .withNamespace(deployment.getMetadata().getNamespace())
                .withLabels(deployment.getSpec().getTemplate().getMetadata().getLabels())
                .addToLabels(more)
                .withOwnerReferences(OwnerReferenceFactory.reference(deployment))
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas(deployment))
                .withNewSelectorLike(deployment.getSpec().getSelector())
                .addToMatchLabels(more)
                .endSelector()
                .withNewTemplateLike(deployment.getSpec().getTemplate())
                .editMetadata()
                .addToLabels(more)
                .endMetadata()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static int replicas(Deployment deployment) {
        return Objects.requireNonNullElse(deployment.getSpec().getReplicas(), 1);
    }

    private static DeploymentStatus status(ClusterView view, Deployment deployment) {
        String current = currentSet(view, deployment);
        List<ReplicaSet> sets = sets(view, deployment);
        List<Pod> pods = sets.stream().flatMap(set -> view.pods(set).stream()).toList();
        int updated = sets.stream()
                .filter(set -> isOf(set, current))
                .mapToInt(set -> view.pods(set).size())
                .sum();
        int ready = PodFactory.ready(pods);
        int wanted = replicas(deployment);
        boolean complete = updated == wanted && ready >= wanted && pods.size() == wanted;
        return new DeploymentStatusBuilder()
                .withObservedGeneration(deployment.getMetadata().getGeneration())
                .withReplicas(filled(pods.size()))
                .withUpdatedReplicas(filled(updated))
                .withReadyReplicas(filled(ready))
                .withAvailableReplicas(filled(ready))
                .withUnavailableReplicas(filled(Math.max(0, wanted - ready)))
                .withConditions(available(deployment, ready >= wanted), progressing(view, deployment, complete))
                .build();
    }

    private static DeploymentCondition available(Deployment deployment, boolean enough) {
        return condition(
                deployment,
                "Available",
                enough,
                enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                enough ? "Deployment has minimum availability." : "Deployment does not have minimum availability.");
    }

    private static DeploymentCondition progressing(ClusterView view, Deployment deployment, boolean complete) {
        String name = deployment.getMetadata().getName();
        Duration patience = Duration.ofSeconds(
                Objects.requireNonNullElse(deployment.getSpec().getProgressDeadlineSeconds(), PROGRESS_SECONDS));
        String waits = "progress of %s at %d"
                .formatted(
                        deployment.getMetadata().getUid(),
                        deployment.getMetadata().getGeneration());
        if (complete) {
            return condition(
                    deployment,
                    "Progressing",
                    true,
                    "NewReplicaSetAvailable",
                    "Deployment \"%s\" has successfully progressed.".formatted(name));
        }
        return view.lasted(waits, patience)
                ? condition(
                        deployment,
                        "Progressing",
                        false,
                        "ProgressDeadlineExceeded",
                        "Deployment \"%s\" has timed out progressing.".formatted(name))
                : condition(
                        deployment,
                        "Progressing",
                        true,
                        "ReplicaSetUpdated",
                        "Deployment \"%s\" is progressing.".formatted(name));
    }

    private static DeploymentCondition condition(
            Deployment deployment, String type, boolean status, String reason, String message) {
        String word = status ? "True" : "False";
        Optional<DeploymentCondition> old = Optional.ofNullable(deployment.getStatus()).stream()
                .flatMap(present -> present.getConditions().stream())
                .filter(one -> one.getType().equals(type))
                .findFirst();
        Optional<DeploymentCondition> same = old.filter(one -> one.getStatus().equals(word));
        return new DeploymentConditionBuilder()
                .withType(type)
                .withStatus(word)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime(
                        same.map(DeploymentCondition::getLastTransitionTime).orElseGet(ClusterView::now))
                .withLastUpdateTime(same.filter(one -> one.getReason().equals(reason))
                        .map(DeploymentCondition::getLastUpdateTime)
                        .orElseGet(ClusterView::now))
                .build();
    }

    /** Returns null for zero, as the real API omits such fields. */
    static Integer filled(int number) {
        return number == 0 ? null : number;
    }
}
