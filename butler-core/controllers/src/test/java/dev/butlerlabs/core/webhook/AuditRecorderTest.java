package dev.butlerlabs.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRequest.Requester;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class AuditRecorderTest {
    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private final AuditRecorder recorder =
            new AuditRecorder(api.client(), clock, List.of(Duration.ZERO), new CallingThread());

    private static final class CallingThread extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void recordsUserAndPathsButNoValues() {
        TenantCluster before = create(1, "secret-one");
        TenantCluster after = update(3, "secret-two");

        assertThat(observe(Operation.UPDATE, Optional.of(before), Optional.of(after), "ada", false))
                .contains("Changed TenantCluster default/demo: spec.workers.replicas,"
                        + " metadata.annotations[example.org/note]");

        Event event = events().getFirst();
        assertThat(event.getReason()).isEqualTo("Changed");
        assertThat(event.getMessage())
                .isEqualTo("Changed by ada: spec.workers.replicas, metadata.annotations[example.org/note].");
        assertThat(event.toString()).doesNotContain("secret");
        assertThat(event.getInvolvedObject().getUid())
                .isEqualTo(before.getMetadata().getUid());
    }

    @Test
    void recordsTheSameChangeOnce() {
        TenantCluster before = create(1, "a");
        TenantCluster after = update(3, "a");

        observe(Operation.UPDATE, Optional.of(before), Optional.of(after), "ada", false);
        observe(Operation.UPDATE, Optional.of(before), Optional.of(after), "ada", false);

        assertThat(events()).hasSize(1);
    }

    @Test
    void recordsCreationAndDeletion() {
        TenantCluster created = create(1, "a");
        observe(Operation.CREATE, Optional.empty(), Optional.of(created), "ada", false);
        api.client().resource(created).delete();
        observe(Operation.DELETE, Optional.of(created), Optional.empty(), "bob", false);

        assertThat(events())
                .extracting(Event::getMessage)
                .containsExactlyInAnyOrder("Created by ada.", "Deleted by bob.");
    }

    @Test
    void doesNotRecordWhatDidNotTakeEffect() {
        TenantCluster stored = create(1, "a");
        TenantCluster rejected = cluster(9, "a");
        rejected.getMetadata().setUid("another");
        rejected.getMetadata().setName("rejected");

        observe(Operation.CREATE, Optional.empty(), Optional.of(rejected), "ada", false);
        observe(Operation.UPDATE, Optional.of(stored), Optional.of(cluster(9, "a")), "ada", false);
        observe(Operation.DELETE, Optional.of(stored), Optional.empty(), "ada", false);

        assertThat(events()).isEmpty();
    }

    @Test
    void doesNotRecordDryRunsStatusAndOtherKinds() {
        TenantCluster before = create(1, "a");
        TenantCluster after = update(3, "a");
        TenantCluster same = update(3, "a");

        observe(Operation.UPDATE, Optional.of(before), Optional.of(after), "ada", true);
        observe(Operation.UPDATE, Optional.of(after), Optional.of(same), "ada", false);
        recorder.observe(new ReviewRequest(
                "u",
                "",
                "Secret",
                Operation.CREATE,
                Optional.empty(),
                Optional.of(tree(after)),
                new Requester("ada", List.of()),
                false));

        assertThat(events()).isEmpty();
    }

    @Test
    void aFailedWriteIsLost() {
        TenantCluster created = create(1, "a");
        api.reject("/events", 403, "Forbidden");

        observe(Operation.CREATE, Optional.empty(), Optional.of(created), "ada", false);

        api.acceptAll();
        assertThat(events()).isEmpty();
    }

    @Test
    void userNamesCannotDisturbATerminal() {
        TenantCluster created = create(1, "a");

        observe(Operation.CREATE, Optional.empty(), Optional.of(created), "e\u001bve\n", false);

        assertThat(events().getFirst().getMessage()).isEqualTo("Created by e?ve?.");
    }

    private Optional<String> observe(
            Operation operation,
            Optional<TenantCluster> before,
            Optional<TenantCluster> after,
            String user,
            boolean dryRun) {
        return recorder.observe(new ReviewRequest(
                        "u",
                        "butler.butlerlabs.dev",
                        "TenantCluster",
                        operation,
                        before.map(this::tree),
                        after.map(this::tree),
                        new Requester(user, List.of()),
                        dryRun))
                .map(AuditRecord::text);
    }

    private JsonNode tree(TenantCluster cluster) {
        return api.client().getKubernetesSerialization().convertValue(cluster, JsonNode.class);
    }

    private TenantCluster create(int workers, String note) {
        return api.client().resource(cluster(workers, note)).create();
    }

    private TenantCluster update(int workers, String note) {
        return api.client().resource(cluster(workers, note)).update();
    }

    private static TenantCluster cluster(int workers, String note) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(new ObjectMetaBuilder()
                .withNamespace("default")
                .withName("demo")
                .withAnnotations(Map.of("example.org/note", note))
                .build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new Workers(workers, null))
                .build());
        return cluster;
    }

    private List<Event> events() {
        return api.client().v1().events().inAnyNamespace().list().getItems();
    }
}
