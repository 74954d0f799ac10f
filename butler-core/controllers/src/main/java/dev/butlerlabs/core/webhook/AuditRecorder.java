package dev.butlerlabs.core.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.audit.AuditRecord.Author;
import dev.butlerlabs.core.audit.AuditRecord.Subject;
import dev.butlerlabs.core.audit.AuditVerb;
import dev.butlerlabs.core.audit.AuditWriter;
import dev.butlerlabs.core.audit.ChangedFields;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records who changes objects, in the background: a request never waits for its record and never fails because of it. Changes that did not
 * take effect are not recorded. If records cannot be written as fast as changes arrive, some are lost. Thread-safe.
 */
final class AuditRecorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditRecorder.class);

    private static final int CAPACITY = 1000;

    /** The pauses before checks that the API server has stored a change, which it does after the webhook has answered. */
    private static final List<Duration> PAUSES =
            List.of(Duration.ofMillis(200), Duration.ofMillis(800), Duration.ofSeconds(2));

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final Semaphore free = new Semaphore(CAPACITY);
    private final AuditWriter writer;
    private final ChangeVerifier verifier;
    private final InstantSource clock;
    private final List<Duration> pauses;
    private final ExecutorService executor;

    /** @param client may write even if this replica does not lead */
    AuditRecorder(KubernetesClient client, InstantSource clock) {
        this(client, clock, PAUSES, Executors.newVirtualThreadPerTaskExecutor());
    }

    AuditRecorder(KubernetesClient client, InstantSource clock, List<Duration> pauses, ExecutorService executor) {
        this.writer = new AuditWriter(client);
        this.verifier = new ChangeVerifier(client);
        this.clock = clock;
        this.pauses = List.copyOf(pauses);
        this.executor = executor;
    }

    /**
     * A record to write.
     *
     * @param versionBefore the resource version before the change; empty for a creation
     * @param digestBefore the content before the change
     */
    private record Entry(AuditRecord record, String versionBefore, String digestBefore) {}

    /**
     * Records the requested change in the background, unless it changes nothing or is a dry run. Never blocks.
     *
     * @return the change; empty if nothing is recorded
     */
    Optional<AuditRecord> observe(ReviewRequest request) {
        Optional<Entry> entry = entry(request);
        entry.ifPresent(this::submit);
        return entry.map(Entry::record);
    }

    private void submit(Entry entry) {
        if (!free.tryAcquire()) {
            LOG.warn(
                    "A change of {} is not recorded: {} records are pending",
                    entry.record().subject(),
                    CAPACITY);
            return;
        }
        try {
            executor.execute(() -> {
                try {
                    writeWhenStored(entry);
                } finally {
                    free.release();
                }
            });
        } catch (RejectedExecutionException closing) {
            free.release();
        }
    }

    private void writeWhenStored(Entry entry) {
        try {
            for (Duration pause : pauses) {
                pause(pause);
                if (verifier.tookEffect(entry.record(), entry.digestBefore())) {
                    writer.write(entry.record(), entry.versionBefore());
                    return;
                }
            }
        } catch (RuntimeException e) {
            LOG.warn("A change of {} is not recorded: {}", entry.record().subject(), e.getMessage());
        }
    }

    private static void pause(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Entry> entry(ReviewRequest request) {
        List<String> changes = request.before().isPresent() && request.after().isPresent()
                ? ChangedFields.between(request.before().get(), request.after().get())
                : List.of();
        AuditVerb verb = verb(request);
        if (request.dryRun()
                || !ChangeVerifier.knows(request.kind())
                || (verb == AuditVerb.CHANGED && changes.isEmpty())) {
            return Optional.empty();
        }
        Author author = new Author.User(request.requester().name());
        Subject subject = subject(request.before().or(request::after).orElseThrow());
        return Optional.of(new Entry(
                new AuditRecord(clock.instant(), author, verb, subject, changes),
                request.before()
                        .map(before -> before.at("/metadata/resourceVersion").asText())
                        .orElse(""),
                request.before().map(ChangedFields::digest).orElse("")));
    }

    private static AuditVerb verb(ReviewRequest request) {
        return switch (request.operation()) {
            case CREATE -> AuditVerb.CREATED;
            case UPDATE -> AuditVerb.CHANGED;
            case DELETE -> AuditVerb.DELETED;
        };
    }

    private static Subject subject(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return new Subject(
                object.path("apiVersion").asText(),
                object.path("kind").asText(),
                Optional.of(metadata.path("namespace").asText()).filter(namespace -> !namespace.isEmpty()),
                metadata.path("name").asText(),
                metadata.path("uid").asText());
    }

    /** Writes the pending records, for a limited time. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
