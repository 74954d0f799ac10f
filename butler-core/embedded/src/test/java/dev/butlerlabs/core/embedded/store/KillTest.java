package dev.butlerlabs.core.embedded.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/**
 * Kills a writing process at random moments, again and again on the same directory: every acknowledged write must be in the store.
 * {@code -Dbutler.kills=N} sets the number of kills.
 */
@Tag("process")
@ExtendWith(QuietLog.class)
class KillTest {
    private static final int KILLS = Integer.getInteger("butler.kills", 40);
    private static final int DIRECTORIES = 2;

    @TempDir
    Path temporary;

    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong survivedUnacknowledged = new AtomicLong();
    private final Queue<Acknowledgement> lost = new ConcurrentLinkedQueue<>();

    @Test
    void losesNoAcknowledgedWriteWhenTheProcessIsKilled() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> victims = new ArrayList<>();
            for (int number = 0; number < DIRECTORIES; number++) {
                Victim victim = new Victim(temporary.resolve("store" + number), new Random(number));
                victims.add(threads.submit(() -> {
                    victim.dieRepeatedly(KILLS / DIRECTORIES);
                    return null;
                }));
            }
            for (Future<?> victim : victims) {
                victim.get();
            }
        }
        System.out.printf(
                "killed %d times: %d writes acknowledged, lost = %d, %d unacknowledged ones survived whole%n",
                KILLS, acknowledged.get(), lost.size(), survivedUnacknowledged.get());
        assertThat(lost).isEmpty();
        assertThat(acknowledged.get()).isGreaterThan(KILLS);
    }

    private record Acknowledgement(String action, String key, long revision) {
        static Acknowledgement parse(String line) {
            String[] words = line.split(" ", 3);
            return new Acknowledgement(words[0], words[1], Long.parseLong(words[2]));
        }
    }

    /** One directory and the processes that die over it. */
    private final class Victim {
        private final Path directory;
        private final Random random;

        /** What every key was last acknowledged or found to be. */
        private final Map<String, Acknowledgement> known = new HashMap<>();

        private long revision;

        Victim(Path directory, Random random) {
            this.directory = directory;
            this.random = random;
        }

        void dieRepeatedly(int times) throws Exception {
            for (int time = 0; time < times; time++) {
                List<Acknowledgement> told = writeAndDie();
                acknowledged.addAndGet(told.size());
                told.forEach(acknowledgement -> known.put(acknowledgement.key, acknowledgement));
                check(told);
            }
        }

        private List<Acknowledgement> writeAndDie() throws Exception {
            Path errors = temporary.resolve(directory.getFileName() + ".err");
            Process process =
                    new ProcessBuilder(command()).redirectError(errors.toFile()).start();
            try (BufferedReader output = process.inputReader()) {
                List<Acknowledgement> told = random.nextInt(4) == 0
                        ? killedAnyTime(process, output)
                        : killedAfter(random.nextInt(300), process, output);
                assertThat(process.waitFor())
                        .as("killed, not failed: %s", Files.readString(errors))
                        .isEqualTo(137);
                return told;
            } finally {
                process.destroyForcibly();
            }
        }

        /** At any time after its start, while it opens the store too. */
        private List<Acknowledgement> killedAnyTime(Process process, BufferedReader output) throws Exception {
            process.waitFor(50 + random.nextInt(600), TimeUnit.MILLISECONDS);
            kill(process);
            return rest(output);
        }

        /** In the middle of its writes. */
        private List<Acknowledgement> killedAfter(int writes, Process process, BufferedReader output)
                throws IOException {
            List<Acknowledgement> told = new ArrayList<>();
            while (told.size() <= writes) {
                String line = output.readLine();
                assertThat(line).as("the writer goes on until it is killed").isNotNull();
                told.add(Acknowledgement.parse(line));
            }
            kill(process);
            told.addAll(rest(output));
            return told;
        }

        /** Through its handle, because killing the process object would also throw away what is in its pipe. */
        private void kill(Process process) {
            process.toHandle().destroyForcibly();
        }

        /** Every whole line that was still in the pipe. */
        private List<Acknowledgement> rest(BufferedReader output) throws IOException {
            StringBuilder text = new StringBuilder();
            for (int next = output.read(); next >= 0; next = output.read()) {
                text.append((char) next);
            }
            return text.substring(0, text.lastIndexOf("\n") + 1)
                    .lines()
                    .map(Acknowledgement::parse)
                    .toList();
        }

        private void check(List<Acknowledgement> told) {
            try (Store store = Store.open(KilledWriter.options(directory))) {
                long unacknowledged = store.revision() - revision - told.size();
                assertThat(unacknowledged)
                        .as("every revision was acknowledged or in flight")
                        .isBetween(0L, (long) KilledWriter.THREADS);
                survivedUnacknowledged.addAndGet(unacknowledged);
                long changedSince = known.values().stream()
                        .filter(acknowledgement -> !holds(store, acknowledgement))
                        .count();
                assertThat(changedSince).isLessThanOrEqualTo(unacknowledged);
                remember(store);
            }
        }

        /** Whether the store has the key as it was acknowledged; if not, a later write in flight must have changed it. */
        private boolean holds(Store store, Acknowledgement acknowledgement) {
            long found =
                    store.get(acknowledgement.key).map(StoreEntry::revision).orElse(0L);
            boolean deleted = acknowledgement.action.equals("D");
            if (deleted ? found == 0 : found == acknowledgement.revision) {
                return true;
            }
            if (!changedLater(store, acknowledgement)) {
                lost.add(acknowledgement);
            }
            return false;
        }

        /** The history tells; where it does not reach back, the count of revisions in flight above has to do. */
        private boolean changedLater(Store store, Acknowledgement acknowledgement) {
            Recorder recorder = new Recorder();
            long since = Math.max(acknowledgement.revision, store.oldestRevision());
            try (WatchSubscription subscription = store.watch(acknowledgement.key, since, recorder)) {
                subscription.requestProgress();
                return tells(recorder, acknowledgement.key) || since > acknowledgement.revision;
            }
        }

        /** Whether a key is among the events before the progress; others may begin with the same letters. */
        private boolean tells(Recorder recorder, String key) {
            for (StoreEvent event = recorder.take(); !event.key().isEmpty(); event = recorder.take()) {
                if (event.key().equals(key)) {
                    return true;
                }
            }
            return false;
        }

        private void remember(Store store) {
            revision = store.revision();
            known.clear();
            for (StoreEntry entry : store.range(RangeQuery.all("")).entries()) {
                assertThat(entry.value()).isEqualTo(KilledWriter.value(entry.key(), entry.revision()));
                known.put(entry.key(), new Acknowledgement("R", entry.key(), entry.revision()));
            }
        }

        private List<String> command() throws IOException {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            return List.of(
                    java,
                    "-Xshare:auto",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xmx64m",
                    "-cp",
                    classPath(),
                    KilledWriter.class.getName(),
                    directory.toString(),
                    Long.toString(random.nextLong()));
        }

        /** Only what the writer needs: it starts many times. */
        private String classPath() {
            return Stream.of(Store.class, KilledWriter.class, ButlerException.class, Logger.class)
                    .map(type -> Path.of(URI.create(type.getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toString()))
                            .toString())
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }
}
