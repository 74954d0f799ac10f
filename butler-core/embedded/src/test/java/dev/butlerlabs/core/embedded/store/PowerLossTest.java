package dev.butlerlabs.core.embedded.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The power goes at any operation on the disk, and of what was not forced any sectors may be missing. */
@Tag("slow")
@ExtendWith(QuietLog.class)
class PowerLossTest {
    private static final StoreOptions OPTIONS =
            StoreOptions.inMemory().withSnapshotLogBytes(6000).withHistory(50, 1 << 20);
    private static final int DISKS = Integer.getInteger("butler.powerloss.disks", 75);
    private static final int LIVES = 12;

    private int acknowledged;
    private int survivedUnacknowledged;

    @Test
    void losesNoAcknowledgedWrite() {
        for (int seed = 0; seed < DISKS; seed++) {
            new Disks(new Random(seed)).live();
        }
        System.out.printf(
                "power cut %d times: %d writes acknowledged, 0 lost, %d unacknowledged ones survived whole%n",
                DISKS * LIVES, acknowledged, survivedUnacknowledged);
        assertThat(acknowledged).isGreaterThan(DISKS * LIVES);
    }

    /** One disk through several lives. */
    private final class Disks {
        private final Random random;
        private FragileDisk disk = new FragileDisk();
        private TreeMap<String, String> expected = new TreeMap<>();
        private long revision;

        Disks(Random random) {
            this.random = random;
        }

        void live() {
            for (int life = 0; life < LIVES; life++) {
                Optional<Attempt> cutShort = writeUntilThePowerGoes();
                disk = disk.afterPowerLoss(random);
                check(cutShort);
            }
        }

        private Optional<Attempt> writeUntilThePowerGoes() {
            disk.cutPowerAfter(1 + random.nextInt(400));
            List<Attempt> attempts = new ArrayList<>();
            try (Store store = Store.open(disk, OPTIONS)) {
                while (true) {
                    Attempt attempt = attempt();
                    attempts.add(attempt);
                    attempt.perform(store);
                    accept(attempt);
                    acknowledged++;
                }
            } catch (ButlerException _) {
                assertThat(disk.isWithoutPower()).isTrue();
                return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
            }
        }

        private Attempt attempt() {
            String key = "key" + random.nextInt(12);
            boolean deleting = expected.containsKey(key) && random.nextInt(3) == 0;
            String word = deleting ? "" : "x".repeat(1 + random.nextInt(random.nextInt(10) == 0 ? 9000 : 300));
            return new Attempt(key, word);
        }

        private void accept(Attempt attempt) {
            revision++;
            if (attempt.word.isEmpty()) {
                expected.remove(attempt.key);
            } else {
                expected.put(attempt.key, attempt.word + "@" + revision);
            }
        }

        private void check(Optional<Attempt> cutShort) {
            try (Store store = Store.open(disk, OPTIONS)) {
                if (store.revision() > revision) {
                    accept(cutShort.orElseThrow());
                    survivedUnacknowledged++;
                }
                assertThat(store.revision()).isEqualTo(revision);
                TreeMap<String, String> found = new TreeMap<>();
                store.range(RangeQuery.all("")).entries().forEach(entry -> found.put(entry.key(), text(entry)));
                assertThat(found).isEqualTo(expected);
            }
        }
    }

    /** @param word the new value; empty to delete */
    private record Attempt(String key, String word) {
        void perform(Store store) {
            Optional<StoreEntry> current = store.get(key);
            if (word.isEmpty()) {
                store.delete(key, current.orElseThrow().revision(), StoreTest.at("gone"));
            } else if (current.isPresent()) {
                store.replace(key, current.get().revision(), StoreTest.at(word));
            } else {
                store.create(key, StoreTest.at(word));
            }
        }
    }

    private static String text(StoreEntry entry) {
        return new String(entry.value(), StandardCharsets.UTF_8);
    }
}
