package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.rest.OperationStatus;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/** Follows the tasks that transfer images. Thread-safe. */
final class ProxmoxImageTasks {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int MOST_POLLS = 3600;

    private final ProxmoxClient client;
    private final ProxmoxTaskReader tasks;
    private final Sleeper sleeper;

    /** The last download of each image on each node that this process requested. Only reports failures. */
    private final Map<ImageId, Map<String, ProxmoxTask>> requested = new ConcurrentHashMap<>();

    ProxmoxImageTasks(ProxmoxClient client, Sleeper sleeper) {
        this.client = client;
        this.tasks = new ProxmoxTaskReader(client);
        this.sleeper = sleeper;
    }

    /** Returns the running downloads of an image, of any process: their task names the file. */
    List<ProxmoxTask> downloads(ImageId id, Collection<String> nodes) {
        return nodes.stream()
                .flatMap(node -> tasks.active(node, ProxmoxTask.DOWNLOAD).stream())
                .filter(task -> ProxmoxImageFile.isOf(task.object(), id))
                .toList();
    }

    /** Returns whether an uploaded file is being copied to its storage. The task does not name the file. */
    boolean isCopying(Collection<String> nodes) {
        return nodes.stream()
                .anyMatch(node -> !tasks.active(node, ProxmoxTask.COPY_IMAGE).isEmpty());
    }

    /** Returns the progress of the slowest download; empty if a task has not logged it. */
    OptionalInt percent(List<ProxmoxTask> downloads) {
        int least = 100;
        for (ProxmoxTask task : downloads) {
            OptionalInt percent = tasks.percent(task);
            if (percent.isEmpty()) {
                return percent;
            }
            least = Math.min(least, percent.getAsInt());
        }
        return OptionalInt.of(least);
    }

    void remember(ImageId id, ProxmoxTask task) {
        requested.computeIfAbsent(id, _ -> new ConcurrentHashMap<>()).put(task.node(), task);
    }

    void forget(ImageId id) {
        requested.remove(id);
    }

    /** Returns the failure of the last download that this process requested on one of the nodes. */
    Optional<ImageState> failure(ImageId id, Collection<String> nodes) {
        return requested.getOrDefault(id, Map.of()).values().stream()
                .filter(task -> nodes.contains(task.node()))
                .flatMap(task -> failure(task).stream())
                .findFirst();
    }

    private Optional<ImageState> failure(ProxmoxTask task) {
        return tasks.status(task) instanceof OperationStatus.Failed failed
                ? Optional.of(failed(task, exception(task, failed)))
                : Optional.empty();
    }

    private static ImageState failed(ProxmoxTask task, ButlerException failure) {
        return new ImageState.Failed(
                task.upid(),
                failure.code() == ErrorCode.QUOTA ? "QuotaExceeded" : "ImageImportFailed",
                failure.getMessage());
    }

    private ButlerException exception(ProxmoxTask task, OperationStatus.Failed failed) {
        return ProxmoxErrorClassification.ofTask(task, failed.error().asText("no reason reported"), client.redactor());
    }

    /**
     * Waits for the end of a task.
     *
     * @throws ButlerException with the reason if it failed, or with TIMEOUT after 30 minutes
     */
    void await(ProxmoxTask task) {
        for (int poll = 0; poll < MOST_POLLS; poll++) {
            switch (tasks.status(task)) {
                case OperationStatus.Succeeded _ -> {
                    return;
                }
                case OperationStatus.Failed failed -> throw exception(task, failed);
                case OperationStatus.InProgress _ ->
                    sleeper.pause(POLL, "Interrupted while waiting for Proxmox VE to store an image.");
            }
        }
        throw new ButlerException(
                ErrorCode.TIMEOUT,
                "Proxmox VE is still storing an image on node %s after %d s."
                        .formatted(task.node(), POLL.multipliedBy(MOST_POLLS).toSeconds()));
    }
}
