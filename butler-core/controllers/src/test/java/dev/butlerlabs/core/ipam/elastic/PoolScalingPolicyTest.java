package dev.butlerlabs.core.ipam.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.net.IpRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Growing and giving back, by example. */
class PoolScalingPolicyTest {
    private static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");
    private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(30));
    private static final PoolScalingPolicy POLICY = new PoolScalingPolicy(
            new PoolScalingOptions(2, 8, Duration.ofSeconds(30), Duration.ofMinutes(10), Duration.ofDays(7)));
    private static final AllocatedRange INITIAL =
            piece("initial", "10.0.0.1", 2, false, Optional.empty(), Optional.empty());
    private static final AllocatedRange GROWN =
            piece("grown", "10.0.0.3", 2, true, Optional.of(NOW.minus(Duration.ofHours(1))), Optional.empty());

    @Test
    void growsByWhatIsMissingBesideWhatIsThere() {
        AddressDemand need = need(Set.of("10.0.0.1", "10.0.0.2"), 3, Duration.ofMinutes(1));

        assertThat(decide(List.of(INITIAL), need, 5))
                .isEqualTo(new PoolScalingAction.Grow(4, Optional.of(INITIAL.block())));
    }

    @Test
    void waitsAMomentBeforeItGrowsAndDoesNotGrowWhileThereIsRoom() {
        assertThat(decide(List.of(INITIAL), need(Set.of("10.0.0.1", "10.0.0.2"), 1, Duration.ofSeconds(5)), 3))
                .isInstanceOf(PoolScalingAction.Stay.class);
        assertThat(decide(List.of(INITIAL), need(Set.of("10.0.0.1"), 1, Duration.ofMinutes(5)), 2))
                .isInstanceOf(PoolScalingAction.Stay.class);
    }

    @Test
    void doesNotGrowBeyondItsLimit() {
        AddressDemand need = need(Set.of("10.0.0.1", "10.0.0.2"), 20, Duration.ofMinutes(1));

        assertThat(decide(List.of(INITIAL), need, 22))
                .isEqualTo(new PoolScalingAction.Grow(6, Optional.of(INITIAL.block())));
        AllocatedRange full = piece("full", "10.0.0.1", 8, false, Optional.empty(), Optional.empty());
        assertThat(decide(List.of(full), need(Set.of(), 9, Duration.ofMinutes(1)), 9))
                .isEqualTo(new PoolScalingAction.Limited(1));
    }

    @Test
    void withdrawsBeforeItGivesBack() {
        AddressDemand none = need(Set.of(), 0, Duration.ZERO);
        assertThat(decide(List.of(INITIAL, GROWN), none, 0)).isEqualTo(new PoolScalingAction.Withdraw(GROWN));

        AllocatedRange justWithdrawn = withdrawn(Duration.ofMinutes(1));
        assertThat(decide(List.of(INITIAL, justWithdrawn), none, 0)).isInstanceOf(PoolScalingAction.Stay.class);
        AllocatedRange proven = withdrawn(Duration.ofMinutes(11));
        assertThat(decide(List.of(INITIAL, proven), none, 0)).isEqualTo(new PoolScalingAction.GiveBack(proven));
    }

    @Test
    void takesBackWhatItWithdrewWhenItIsNeeded() {
        AllocatedRange withdrawn = withdrawn(Duration.ofMinutes(11));

        assertThat(decide(List.of(INITIAL, withdrawn), need(Set.of("10.0.0.3"), 0, Duration.ZERO), 1))
                .isEqualTo(new PoolScalingAction.Restore(withdrawn));
        assertThat(decide(
                        List.of(INITIAL, withdrawn), need(Set.of("10.0.0.1", "10.0.0.2"), 1, Duration.ofMinutes(1)), 3))
                .isEqualTo(new PoolScalingAction.Restore(withdrawn));
    }

    @Test
    void keepsWhatWasNeededNotLongAgoWhatIsInUseAndWhatItBeganWith() {
        AddressDemand none = need(Set.of(), 0, Duration.ZERO);

        assertThat(decide(List.of(INITIAL, GROWN), none, 1)).isInstanceOf(PoolScalingAction.Stay.class);
        assertThat(decide(List.of(INITIAL, GROWN), need(Set.of("10.0.0.4"), 0, Duration.ZERO), 0))
                .isInstanceOf(PoolScalingAction.Stay.class);
        assertThat(decide(List.of(INITIAL), none, 0)).isInstanceOf(PoolScalingAction.Stay.class);
        assertThat(POLICY.decide(List.of(INITIAL, GROWN), Optional.empty(), history(0), NOW))
                .isInstanceOf(PoolScalingAction.Stay.class);
        assertThat(POLICY.decide(
                        List.of(INITIAL, GROWN),
                        Optional.of(none),
                        AddressDemandHistory.none().with(NOW, 0, Duration.ofDays(7)),
                        NOW))
                .as("a history that begins today proves nothing")
                .isInstanceOf(PoolScalingAction.Stay.class);
    }

    @Test
    void remembersInAFewWords() {
        AddressDemandHistory history =
                history(3).with(NOW, 9, Duration.ofDays(7)).with(NOW, 4, Duration.ofDays(7));

        assertThat(history.peak()).isEqualTo(9);
        assertThat(AddressDemandHistory.parse(history.text())).isEqualTo(history);
        assertThat(history.peaks()).hasSizeLessThan(32);
    }

    private static PoolScalingAction decide(List<AllocatedRange> pieces, AddressDemand need, int peak) {
        return POLICY.decide(pieces, Optional.of(need), history(peak), NOW);
    }

    private static AddressDemandHistory history(int peak) {
        AddressDemandHistory history = AddressDemandHistory.none();
        for (int hour = 24 * 8; hour >= 0; hour--) {
            history = history.with(NOW.minus(Duration.ofHours(hour)), peak, Duration.ofDays(7));
        }
        return history;
    }

    private static AddressDemand need(Set<String> used, int waiting, Duration since) {
        return new AddressDemand(
                Set.copyOf(used.stream().map(IpAddress::parse).toList()),
                Collections.nCopies(waiting, NOW.minus(since)));
    }

    private static AllocatedRange withdrawn(Duration ago) {
        return piece("grown", "10.0.0.3", 2, true, GROWN.unusedSince(), Optional.of(NOW.minus(ago)));
    }

    private static AllocatedRange piece(
            String name,
            String first,
            int count,
            boolean grown,
            Optional<Instant> unused,
            Optional<Instant> withdrawn) {
        return new AllocatedRange(name, new IpRange(IpAddress.parse(first), count), grown, LONG_AGO, unused, withdrawn);
    }
}
