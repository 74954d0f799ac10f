package dev.butlerlabs.core.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StreamSubscriptionTest {
    private static StreamChange change(String topic, long version) {
        return new StreamChange(
                topic,
                "MODIFIED",
                "team-a",
                "web",
                Optional.of(Long.toString(version)),
                Optional.of(Map.of("v", version)));
    }

    private static void offer(StreamSubscription subscription, StreamChange change) {
        subscription.offer(change, StreamMessage.change(change));
    }

    @Test
    void aFullQueueEndsTheSubscriptionWithoutWaiting() {
        StreamSubscription subscription = new StreamSubscription(Set.of("clusters"), 3);
        List<String> ends = new ArrayList<>();
        subscription.onClose(() -> ends.add("closed"));

        for (int version = 1; version <= 3; version++) {
            offer(subscription, change("clusters", version));
        }
        assertThat(subscription.isClosed()).isFalse();
        offer(subscription, change("clusters", 4));

        assertThat(subscription.isClosed()).isTrue();
        assertThat(subscription.queued()).isEqualTo(3);
        assertThat(ends).containsExactly("closed");
    }

    @Test
    void topicsThatWereNotRequestedAreNotQueued() {
        StreamSubscription subscription = new StreamSubscription(Set.of("clusters"), 3);

        offer(subscription, change("teams", 1));

        assertThat(subscription.queued()).isZero();
    }

    @Test
    void manyChangesAnnounceOneOverview() throws Exception {
        StreamSubscription subscription = new StreamSubscription(Set.of(StreamTopic.OVERVIEW), 2);
        for (int version = 1; version <= 50; version++) {
            offer(subscription, change("clusters", version));
        }
        ByteArrayOutputStream sent = new ByteArrayOutputStream();

        subscription.writeTo(
                new OutputStream() {
                    @Override
                    public void write(int character) {
                        sent.write(character);
                    }

                    @Override
                    public void flush() {
                        subscription.close();
                    }
                },
                () -> {});

        assertThat(sent.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "event: change\ndata: {\"topic\":\"overview\",\"type\":\"MODIFIED\",\"namespace\":\"\",\"name\":\"\"}\n\n");
    }

    @Test
    void aHistoryReplaysChangesAfterAVersion() {
        ChangeHistory history = new ChangeHistory(3, 10);
        for (long version : List.of(11L, 12L, 13L, 14L)) {
            history.add(change("clusters", version));
        }

        assertThat(history.since(12).orElseThrow())
                .extracting(change -> change.version().orElseThrow())
                .containsExactly("13", "14");
        assertThat(history.since(11)).isPresent();
        assertThat(history.since(10)).isEmpty();
        assertThat(history.since(14).orElseThrow()).isEmpty();
    }

    @Test
    void messagesHaveOneLineOfData() throws Exception {
        StreamChange change = new StreamChange(
                "clusters", "ADDED", "a", "b", Optional.of("7"), Optional.of(Map.of("text", "line\nbreak\r\u2028")));

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StreamMessage.change(change).writeTo(out);

        assertThat(out.toString(StandardCharsets.UTF_8).split("\n")).hasSize(3).startsWith("event: change", "id: 7");
    }
}
