package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleSpec;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.api.BackupScheduleStatus.Phase;
import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.backup.schedule.BackupScheduleSecrets;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.kube.WaitCondition;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads and changes BackupSchedules and their Secrets. Errors of the API are thrown as {@link ButlerException}. */
final class BackupScheduleClient {
    private static final String RESOURCES = "backupschedules";

    private final KubernetesClient client;

    BackupScheduleClient(KubernetesClient client) {
        this.client = client;
    }

    List<BackupSchedule> list() {
        return KubeErrorMapper.askingForKind(
                client,
                RESOURCES,
                "listing BackupSchedules",
                () -> client.resources(BackupSchedule.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .list()
                        .getItems());
    }

    Optional<BackupSchedule> find(String name) {
        return list().stream()
                .filter(schedule -> schedule.getMetadata().getName().equals(name))
                .findFirst();
    }

    /** @throws ButlerException with NOT_FOUND if it does not exist */
    BackupSchedule get(String name) {
        return find(name)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "Backup schedule \"%s\" not found.".formatted(name),
                        "List the schedules with 'butleradm backup schedule list'."));
    }

    private Resource<BackupSchedule> resource(String name) {
        return client.resources(BackupSchedule.class)
                .inNamespace(Namespaces.SYSTEM)
                .withName(name);
    }

    /** Creates a schedule or replaces its spec. */
    BackupSchedule apply(String name, BackupScheduleSpec spec) {
        BackupSchedule schedule = new BackupSchedule();
        schedule.setMetadata(new ObjectMetaBuilder()
                .withNamespace(Namespaces.SYSTEM)
                .withName(name)
                .build());
        schedule.setSpec(spec);
        return ServerSideApply.asButlerForced().apply(client, schedule);
    }

    /**
     * Creates or replaces a Secret.
     *
     * @param data values in base64
     */
    void applySecret(String name, Map<String, String> data) {
        ServerSideApply.asButlerForced()
                .apply(
                        client,
                        new SecretBuilder()
                                .withNewMetadata()
                                .withNamespace(Namespaces.SYSTEM)
                                .withName(name)
                                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                                .endMetadata()
                                .withData(data)
                                .build());
    }

    /** Requests a backup outside of the schedule. */
    void request(String name, Instant time) {
        KubeErrorMapper.translating(
                "requesting a backup",
                () -> resource(name)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\": {\"annotations\": {\"%s\": \"%s\"}}}"
                                        .formatted(Annotations.BACKUP_REQUESTED, time)));
    }

    /**
     * Waits for a requested backup.
     *
     * @throws ButlerException with OPERATION_FAILED if it fails, or with TIMEOUT
     */
    BackupScheduleStatus.Backup await(String name, Instant request, Consumer<String> progress, Duration limit) {
        BackupSchedule settled = new ObjectWaiter(progress, true)
                .await(
                        resource(name),
                        "BackupSchedule " + name,
                        WaitCondition.that(
                                "the backup is complete",
                                schedule -> isSettled(schedule, request),
                                BackupScheduleClient::stateText),
                        limit)
                .orElseThrow();
        if (settled.getStatus().phase() == Phase.FAILED) {
            throw new ButlerException(ErrorCode.OPERATION_FAILED, "The backup failed: " + stateText(settled));
        }
        return settled.getStatus().lastBackup();
    }

    /** A schedule that is not valid does not accept a request. */
    private static boolean isSettled(BackupSchedule schedule, Instant request) {
        BackupScheduleStatus status = schedule.getStatus();
        if (status == null) {
            return false;
        }
        boolean isFailed = status.phase() == Phase.FAILED;
        boolean isAccepted = request.toString().equals(status.handledRequest());
        return isAccepted ? isFailed || status.currentRun() == null : isFailed && status.currentRun() == null;
    }

    /** Returns what a schedule waits for, or why it failed. */
    static String stateText(BackupSchedule schedule) {
        return Optional.ofNullable(schedule.getStatus())
                .map(BackupScheduleStatus::conditions)
                .orElse(List.of())
                .stream()
                .filter(condition -> condition.getType().equals(ConditionTypes.READY))
                .map(Condition::getMessage)
                .filter(text -> text != null && !text.isBlank())
                .map(text -> text.replaceFirst("^\\w+: ", ""))
                .findFirst()
                .orElse("waiting for the controllers");
    }

    /** Deletes a schedule and the Secrets that {@code butleradm} created for it. */
    void delete(BackupSchedule schedule) {
        KubeErrorMapper.translating(
                "deleting BackupSchedule", () -> client.resource(schedule).delete());
        String name = schedule.getMetadata().getName();
        Stream.of(BackupScheduleSecrets.keyName(name), BackupScheduleSecrets.credentialsName(name))
                .forEach(this::deleteSecret);
    }

    private void deleteSecret(String name) {
        KubeErrorMapper.translating("deleting Secret " + name, () -> {
            Resource<Secret> secret =
                    client.secrets().inNamespace(Namespaces.SYSTEM).withName(name);
            boolean isOurs = Optional.ofNullable(secret.get())
                    .map(found -> found.getMetadata().getLabels())
                    .filter(labels -> ServerSideApply.BUTLER.equals(labels.get(Labels.MANAGED_BY)))
                    .isPresent();
            return isOurs ? secret.delete() : List.of();
        });
    }
}
