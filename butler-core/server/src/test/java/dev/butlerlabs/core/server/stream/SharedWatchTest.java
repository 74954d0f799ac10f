package dev.butlerlabs.core.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on one thread: the watches are those of a test, and delayed tasks run when the test runs them. */
class SharedWatchTest {
    private static final StreamTopic<ConfigMap> TOPIC =
            new StreamTopic<>("maps", ConfigMap.class, "configmaps", true, map -> Map.of("data", map.getData()));

    private static final Pattern SHOWN = Pattern.compile(
            "event: (\\S+)\\n(?:id: \\S+\\n)?data: .*?(?:\"type\":\"(\\w+)\".*?\"name\":\"([^\"]*)\".*)?\\n");

    /** A source whose watches the test ends, and whose failures it chooses. */
    private static final class ScriptedSource implements StreamSource<ConfigMap> {
        private final List<String> starts = new ArrayList<>();
        private final List<RuntimeException> failures = new ArrayList<>();
        private Runnable whileReadingVersion = () -> {};
        private Watcher<ConfigMap> watcher;
        private long version = 100;
        private int open;

        @Override
        public String currentVersion() {
            if (!failures.isEmpty()) {
                throw failures.removeFirst();
            }
            whileReadingVersion.run();
            return Long.toString(version);
        }

        @Override
        public Watch start(String from, Watcher<ConfigMap> received) {
            starts.add(from);
            watcher = received;
            open++;
            return () -> open--;
        }

        void change(Watcher.Action action, String name, String value) {
            watcher.eventReceived(action, map(name, value, ++version));
        }

        void end(int status) {
            KubernetesClientException cause = new KubernetesClientException("ended", status, null);
            watcher.onClose(new WatcherException("ended", cause));
        }
    }

    private static ConfigMap map(String name, String value, long version) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("team-a")
                .withName(name)
                .withResourceVersion(Long.toString(version))
                .endMetadata()
                .withData(Map.of("key", value))
                .build();
    }

    private record DelayedTask(Duration delay, Runnable task) {}

    private final ScriptedSource source = new ScriptedSource();
    private final List<DelayedTask> tasks = new ArrayList<>();
    private final SharedWatch<ConfigMap> watch =
            new SharedWatch<>(TOPIC, source, (delay, task) -> tasks.add(new DelayedTask(delay, task)));

    private StreamSubscription subscribe(Optional<Long> since) {
        StreamSubscription subscription = new StreamSubscription(Set.of("maps"), 100);
        assertThat(watch.subscribe(subscription, since)).isTrue();
        return subscription;
    }

    private Duration runNext() {
        DelayedTask next = tasks.removeFirst();
        next.task().run();
        return next.delay();
    }

    /** Returns the queued messages in a short form: the event, and the type and name of a change. */
    private static List<String> sent(StreamSubscription subscription) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int queued = subscription.queued();
        if (queued == 0) {
            return List.of();
        }
        OutputStream last = new OutputStream() {
            private int written;

            @Override
            public void write(int content) {
                out.write(content);
            }

            @Override
            public void flush() {
                if (++written == queued) {
                    subscription.close();
                }
            }
        };
        subscription.writeTo(last, () -> {});
        return SHOWN.matcher(out.toString(StandardCharsets.UTF_8))
                .results()
                .map(match -> match.group(2) == null ? match.group(1) : (match.group(2) + " " + match.group(3)).strip())
                .toList();
    }

    @Test
    void changesAfterTheListAreSentToEachSubscriber() throws IOException {
        StreamSubscription first = subscribe(Optional.of(90L));
        source.change(Watcher.Action.ADDED, "a", "1");
        StreamSubscription later = subscribe(Optional.of(100L));
        source.change(Watcher.Action.MODIFIED, "a", "2");
        StreamSubscription withoutList = subscribe(Optional.empty());
        source.change(Watcher.Action.DELETED, "a", "2");

        assertThat(source.starts).containsExactly("90");
        assertThat(sent(first)).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
        assertThat(sent(later)).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
        assertThat(sent(withoutList)).containsExactly("DELETED a");
    }

    @Test
    @Tag("slow")
    void aSubscriberWhoseListIsOlderThanTheHistoryListsAgain() throws IOException {
        subscribe(Optional.of(100L));
        for (int i = 0; i < 1_001; i++) {
            source.change(Watcher.Action.MODIFIED, "a", "value " + i);
        }

        assertThat(sent(subscribe(Optional.of(100L)))).containsExactly("RESYNC");
        assertThat(sent(subscribe(Optional.of(source.version)))).isEmpty();
    }

    @Test
    void unchangedContentIsSentOnce() throws IOException {
        StreamSubscription subscription = subscribe(Optional.of(100L));
        source.change(Watcher.Action.ADDED, "a", "1");
        source.change(Watcher.Action.MODIFIED, "a", "1");

        assertThat(sent(subscription)).containsExactly("ADDED a");
    }

    /** 410 Gone: the server no longer has the changes after the last version. */
    @Test
    void afterGoneTheWatchIsOpenBeforeSubscribersListAgain() throws IOException {
        StreamSubscription subscription = subscribe(Optional.of(90L));
        source.version = 200;

        source.end(HttpURLConnection.HTTP_GONE);
        assertThat(subscription.queued()).as("before the watch is open").isZero();
        assertThat(runNext()).isZero();
        source.change(Watcher.Action.ADDED, "a", "1");

        assertThat(source.starts).containsExactly("90", "200");
        assertThat(sent(subscription)).containsExactly("RESYNC", "ADDED a");
    }

    /** An object that was deleted and created again while the watch was closed is not in the list of a browser that read in between. */
    @Test
    void afterGoneTheContentOfEarlierObjectsIsSentAgain() throws IOException {
        StreamSubscription subscription = subscribe(Optional.of(90L));
        source.change(Watcher.Action.ADDED, "a", "1");

        source.end(HttpURLConnection.HTTP_GONE);
        runNext();
        source.change(Watcher.Action.ADDED, "a", "1");

        assertThat(sent(subscription)).containsExactly("ADDED a", "RESYNC", "ADDED a");
    }

    @Test
    void whileTheServerDoesNotRespondThePausesGrowAndNobodyListsAgain() throws IOException {
        StreamSubscription subscription = subscribe(Optional.of(90L));
        for (int i = 0; i < 8; i++) {
            source.failures.add(new KubernetesClientException("refused", new ConnectException("Connection refused")));
        }
        source.end(HttpURLConnection.HTTP_UNAVAILABLE);

        List<Long> pauses = new ArrayList<>();
        while (!tasks.isEmpty()) {
            pauses.add(runNext().toMillis());
        }

        assertThat(pauses).containsExactly(500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L, 30_000L);
        assertThat(sent(subscription)).hasSize(10).endsWith("problem", "RESYNC").containsOnlyOnce("RESYNC");
        assertThat(source.starts).containsExactly("90", "100");
    }

    @Test
    void aWatchThatIsRefusedIsNotRepeatedUntilTheNextSubscriber() throws IOException {
        source.failures.add(new KubernetesClientException("forbidden", HttpURLConnection.HTTP_FORBIDDEN, null));
        StreamSubscription refused = subscribe(Optional.empty());

        assertThat(sent(refused)).containsExactly("problem");
        assertThat(tasks).isEmpty();
        subscribe(Optional.empty());
        assertThat(source.starts).containsExactly("100");
    }

    @Test
    void aSubscriberThatComesWhileTheWatchStartsMissesNothing() throws IOException {
        List<StreamSubscription> early = new ArrayList<>();
        source.whileReadingVersion = () -> {
            source.whileReadingVersion = () -> {};
            early.add(subscribe(Optional.of(95L)));
            assertThat(early.getFirst().queued()).as("before the watch is open").isZero();
        };
        subscribe(Optional.empty());

        assertThat(sent(early.getFirst())).containsExactly("RESYNC");
    }

    @Test
    void aClosedWatchSendsNothingAndDoesNotContinue() {
        StreamSubscription subscription = subscribe(Optional.of(90L));
        source.end(HttpURLConnection.HTTP_GONE);

        assertThat(watch.unsubscribe(subscription)).isTrue();
        watch.close();
        runNext();
        source.change(Watcher.Action.ADDED, "a", "1");
        source.end(HttpURLConnection.HTTP_UNAVAILABLE);

        assertThat(source.open).isZero();
        assertThat(subscription.queued()).isZero();
        assertThat(tasks).isEmpty();
        assertThat(watch.subscribe(subscription, Optional.empty())).isFalse();
    }
}
