package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventFactoryTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final HasMetadata SECRET = new SecretBuilder()
            .withNewMetadata()
            .withNamespace("prod")
            .withName("token")
            .withUid("u-1")
            .endMetadata()
            .build();

    @Test
    void theSameThingSaidAgainHasTheSameName() {
        assertThat(event("Full", "No room.").getMetadata().getName())
                .isEqualTo(event("Full", "No room.").getMetadata().getName())
                .startsWith("token.")
                .isNotEqualTo(event("Full", "No space.").getMetadata().getName())
                .isNotEqualTo(event("Empty", "No room.").getMetadata().getName());
    }

    @Test
    void repeatingRaisesTheCountAndKeepsTheFirstTime() {
        Event first = event("Full", "No room.");
        Event again = EventFactory.event(SECRET, EventType.WARNING, "Full", "No room.", "test", NOON.plusSeconds(90));

        Event repeated = EventFactory.repeated(first, again);

        assertThat(repeated.getCount()).isEqualTo(2);
        assertThat(repeated.getFirstTimestamp()).isEqualTo("2026-03-01T12:00:00Z");
        assertThat(repeated.getLastTimestamp()).isEqualTo("2026-03-01T12:01:30Z");
    }

    @Test
    void anEventAboutTheWholeClusterLivesInTheDefaultNamespace() {
        HasMetadata node = new NodeBuilder()
                .withNewMetadata()
                .withName("n".repeat(250))
                .withUid("u-2")
                .endMetadata()
                .build();

        Event event = EventFactory.event(node, EventType.NORMAL, "Joined", "x".repeat(5000), "test", NOON);

        assertThat(event.getMetadata().getNamespace()).isEqualTo("default");
        assertThat(event.getMetadata().getName()).hasSizeLessThanOrEqualTo(253);
        assertThat(event.getMessage()).hasSize(1024);
    }

    private static Event event(String reason, String message) {
        return EventFactory.event(SECRET, EventType.WARNING, reason, message, "test", NOON);
    }
}
