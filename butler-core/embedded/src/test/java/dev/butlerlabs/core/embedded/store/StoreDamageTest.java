package dev.butlerlabs.core.embedded.store;

import static dev.butlerlabs.core.embedded.store.StoreTest.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is found broken on opening: the torn end of the log is repaired, anything else refused with its place. */
@ExtendWith(QuietLog.class)
class StoreDamageTest {
    private static final StoreOptions OPTIONS = StoreOptions.inMemory();
    private static final String LOG = new StoreFileName(StoreFileName.Kind.LOG, 0).toString();

    private final FragileDisk disk = new FragileDisk();

    @Test
    void repairsALogCutAtAnyByteOfItsLastRecords() {
        List<Integer> ends = sizesOfALogAfterEachOf(8);
        byte[] whole = disk.content(LOG);
        for (int length = ends.get(4); length < whole.length; length++) {
            FragileDisk cut = new FragileDisk();
            cut.put(LOG, Arrays.copyOf(whole, length));
            int kept = length;
            long expected = ends.stream().filter(end -> end <= kept).count() - 1;
            try (Store store = Store.open(cut, OPTIONS)) {
                assertThat(store.revision()).as("cut at %d", length).isEqualTo(expected);
                assertThat(store.create("next", at("x")).revision()).isEqualTo(expected + 1);
            }
            try (Store store = Store.open(cut, OPTIONS)) {
                assertThat(store.revision()).isEqualTo(expected + 1);
                assertThat(store.get("next")).isPresent();
            }
        }
    }

    @Test
    void repairsALogWhoseEndWasNeverWritten() {
        List<Integer> ends = sizesOfALogAfterEachOf(5);
        byte[] whole = disk.content(LOG);
        byte[] content = Arrays.copyOf(whole, whole.length + 5000);
        Arrays.fill(content, ends.get(4), content.length, (byte) 0);
        FragileDisk torn = new FragileDisk();
        torn.put(LOG, content);
        try (Store store = Store.open(torn, OPTIONS)) {
            assertThat(store.revision()).isEqualTo(4);
        }
    }

    /** A complete record may have been acknowledged, whatever became of it since. */
    @Test
    void refusesEveryFlippedByteOfTheCompleteLastRecordAndNamesTheRepair() throws IOException {
        List<Integer> ends = sizesOfALogAfterEachOf(5);
        byte[] whole = disk.content(LOG);
        for (int place = ends.get(4); place < whole.length; place++) {
            byte[] content = whole.clone();
            content[place] ^= 0x20;
            FragileDisk damaged = new FragileDisk();
            damaged.put(LOG, content);
            ButlerException refusal = catchThrowableOfType(ButlerException.class, () -> Store.open(damaged, OPTIONS));
            assertThat(refusal).as("flipped at %d", place).isNotNull();
            assertThat(refusal.code()).isEqualTo(ErrorCode.DATA_DAMAGED);
            assertThat(refusal.hint()).contains("--repair");
            assertThat(damaged.content(LOG)).as("nothing is changed").isEqualTo(content);
            assertThat(damaged.names()).containsExactly(LOG);
        }
    }

    /** Every bit of the length, so that it becomes larger, smaller and negative. */
    @Test
    void refusesEveryFlippedBitOfTheLengthOfTheLastRecord() {
        List<Integer> ends = sizesOfALogAfterEachOf(5);
        byte[] whole = disk.content(LOG);
        for (int bit = 0; bit < 32; bit++) {
            byte[] content = whole.clone();
            content[ends.get(4) + 4 + bit / 8] ^= (byte) (1 << bit % 8);
            FragileDisk damaged = new FragileDisk();
            damaged.put(LOG, content);

            assertThat(refusal(damaged).hint()).as("bit %d", bit).contains("--repair");
        }
    }

    @Test
    void removesTheDamagedLastRecordOnRequestAndKeepsItsBytes() {
        List<Integer> ends = sizesOfALogAfterEachOf(5);
        byte[] content = disk.content(LOG);
        content[content.length - 1] ^= 0x20;
        FragileDisk damaged = new FragileDisk();
        damaged.put(LOG, content);
        List<RemovedRecord> removed = new ArrayList<>();
        String copy = LOG + ".removed-" + ends.get(4);

        for (String name : List.of(copy, copy + "-2")) {
            damaged.put(LOG, content);
            try (Store store = Store.open(damaged, OPTIONS.withRepair(removed::add))) {
                assertThat(store.revision()).isEqualTo(4);
                assertThat(store.create("next", at("x")).revision()).isEqualTo(5);
            }

            assertThat(damaged.content(name)).isEqualTo(Arrays.copyOfRange(content, ends.get(4), content.length));
            try (Store store = Store.open(damaged, OPTIONS)) {
                assertThat(store.get("next")).isPresent();
            }
        }
        assertThat(removed)
                .containsExactly(
                        new RemovedRecord(LOG, ends.get(4), content.length - ends.get(4), copy),
                        new RemovedRecord(LOG, ends.get(4), content.length - ends.get(4), copy + "-2"));
    }

    @Test
    void repairRemovesNothingButADamagedLastRecord() {
        List<Integer> ends = sizesOfALogAfterEachOf(5);
        byte[] whole = disk.content(LOG);
        List<RemovedRecord> removed = new ArrayList<>();
        FragileDisk sound = new FragileDisk();
        sound.put(LOG, whole);
        FragileDisk damagedBefore = new FragileDisk();
        byte[] content = whole.clone();
        content[ends.get(3) + LogFrame.OVERHEAD] ^= 0x20;
        damagedBefore.put(LOG, content);

        try (Store store = Store.open(sound, OPTIONS.withRepair(removed::add))) {
            assertThat(store.revision()).isEqualTo(5);
        }
        assertThat(catchThrowableOfType(
                        ButlerException.class, () -> Store.open(damagedBefore, OPTIONS.withRepair(removed::add))))
                .hasMessageContaining("offset " + ends.get(3));
        assertThat(damagedBefore.content(LOG)).isEqualTo(content);
        assertThat(removed).isEmpty();
    }

    @Test
    void refusesEveryFlippedByteBeforeTheLastRecordAndNamesThePlace() {
        List<Integer> ends = sizesOfALogAfterEachOf(6);
        byte[] whole = disk.content(LOG);
        for (int place = 0; place < ends.get(5); place++) {
            byte[] content = whole.clone();
            content[place] ^= 0x20;
            FragileDisk damaged = new FragileDisk();
            damaged.put(LOG, content);
            ButlerException refusal = catchThrowableOfType(ButlerException.class, () -> Store.open(damaged, OPTIONS));
            assertThat(refusal).as("flipped at %d", place).isNotNull();
            assertThat(refusal.code()).isEqualTo(ErrorCode.DATA_DAMAGED);
            assertThat(refusal)
                    .hasMessageContaining(LOG)
                    .hasMessageContaining("offset " + startOfTheRecordWith(place, ends));
            assertThat(damaged.content(LOG)).as("nothing is changed").isEqualTo(content);
        }
    }

    @Test
    void refusesAFlippedByteInTheLastRecordOfAStoreThatWasClosed() {
        sizesOfALogAfterEachOf(3);
        long end = disk.content(LOG).length;
        Store.open(disk, OPTIONS).close();
        byte[] content = disk.content(LOG);
        content[(int) end - 1] ^= 1;
        FragileDisk damaged = new FragileDisk();
        damaged.put(LOG, content);
        assertThat(catchThrowableOfType(ButlerException.class, () -> Store.open(damaged, OPTIONS))
                        .code())
                .isEqualTo(ErrorCode.DATA_DAMAGED);
    }

    @Test
    void doesNotMistakeAValueForARecord() {
        sizesOfALogAfterEachOf(3);
        byte[] log = disk.content(LOG);
        FragileDisk other = new FragileDisk();
        Store store = Store.open(other, OPTIONS);
        store.create("a", at("x"));
        store.create("a copy of a log", RevisionedValue.fixed(log));
        byte[] torn = Arrays.copyOf(other.content(LOG), other.content(LOG).length - 1);
        FragileDisk cut = new FragileDisk();
        cut.put(LOG, torn);
        try (Store found = Store.open(cut, OPTIONS)) {
            assertThat(found.revision()).isEqualTo(1);
        }
        store.close();
    }

    @Test
    void refusesAnyFlippedByteInASnapshot() throws Exception {
        String snapshot = diskWithSnapshot();
        byte[] whole = disk.content(snapshot);
        for (int place = 0; place < whole.length; place += 7) {
            byte[] content = whole.clone();
            content[place] ^= 0x04;
            FragileDisk damaged = disk.copy();
            damaged.put(snapshot, content);
            ButlerException refusal = catchThrowableOfType(ButlerException.class, () -> Store.open(damaged, OPTIONS));
            assertThat(refusal).as("flipped at %d", place).isNotNull();
            assertThat(refusal.code()).isEqualTo(ErrorCode.DATA_DAMAGED);
            assertThat(refusal).hasMessageContaining(snapshot);
        }
    }

    @Test
    void refusesASnapshotCutAnywhere() throws Exception {
        String snapshot = diskWithSnapshot();
        byte[] whole = disk.content(snapshot);
        for (int length = 0; length < whole.length; length += 13) {
            FragileDisk damaged = disk.copy();
            damaged.put(snapshot, Arrays.copyOf(whole, length));
            assertThat(catchThrowableOfType(ButlerException.class, () -> Store.open(damaged, OPTIONS))
                            .code())
                    .isEqualTo(ErrorCode.DATA_DAMAGED);
        }
    }

    @Test
    void refusesADirectoryWithAFileMissing() throws Exception {
        diskWithSnapshot();
        assertThatEveryFileIsMissed(disk);
    }

    @Test
    void refusesADirectoryWithALogMissingWhileASnapshotIsStillToBeWritten() throws Exception {
        List<String> logs = diskWithSeveralLogs();
        assertThat(logs).hasSizeGreaterThan(2);
        assertThatEveryFileIsMissed(disk);
    }

    @Test
    void refusesADirectoryOfWhichOnlyTheBeginningOfALaterFileIsLeft() throws Exception {
        for (String left : List.of("log-0000000000000000008.unfinished", "snapshot-0000000000000000008.unfinished")) {
            FragileDisk damaged = new FragileDisk();
            damaged.put(left, new byte[0]);
            assertThat(refusal(damaged).code()).as(left).isEqualTo(ErrorCode.DATA_DAMAGED);
        }
    }

    @Test
    void beginsAnewWhereACrashCameBeforeTheFirstFileWasWhole() throws Exception {
        FragileDisk begun = new FragileDisk();
        begun.put("log-0000000000000000000.unfinished", new byte[0]);
        try (Store store = Store.open(begun, OPTIONS)) {
            assertThat(store.revision()).isZero();
        }
    }

    /** Whatever the background work has come to: a file that is not missed held nothing. */
    @Test
    void losesNothingUnnoticedWhicheverFileGoesMissingAtWhicheverMoment() throws Exception {
        try (Store store = Store.open(disk, OPTIONS.withSnapshotLogBytes(300))) {
            for (int i = 0; i < 150; i++) {
                long revision = store.create("key" + i, at("value")).revision();
                FragileDisk moment = disk.copy();
                for (String name : moment.names()) {
                    FragileDisk damaged = moment.copy();
                    damaged.forget(name);
                    assertThat(damaged.names().isEmpty() || isRefusedOrWhole(damaged, revision))
                            .as("without %s of %s", name, moment.names())
                            .isTrue();
                }
            }
        }
    }

    @Test
    void completesTheNamingOfTheNextLogWhenACrashCutItShort() throws Exception {
        List<String> logs = diskWithSeveralLogs();
        byte[] first = disk.content(logs.getFirst());
        for (int length = first.length - 21; length < first.length; length++) {
            FragileDisk cut = disk.copy();
            cut.put(logs.getFirst(), Arrays.copyOf(first, length));
            Store.open(cut, OPTIONS).close();
            assertThat(cut.content(logs.getFirst())).as("cut at %d", length).isEqualTo(first);
        }
        FragileDisk cutDeeper = disk.copy();
        cutDeeper.put(logs.getFirst(), Arrays.copyOf(first, first.length - 22));
        assertThat(refusal(cutDeeper)).hasMessageContaining(logs.getFirst());
    }

    private static void assertThatEveryFileIsMissed(FragileDisk whole) throws IOException {
        for (String name : whole.names()) {
            FragileDisk damaged = whole.copy();
            damaged.forget(name);
            assertThat(refusal(damaged).code()).as("without %s", name).isEqualTo(ErrorCode.DATA_DAMAGED);
        }
    }

    private static boolean isRefusedOrWhole(FragileDisk damaged, long revision) {
        try (Store store = Store.open(damaged, OPTIONS)) {
            return store.revision() == revision && store.count("") == revision;
        } catch (ButlerException refusal) {
            return refusal.code() == ErrorCode.DATA_DAMAGED;
        }
    }

    private static ButlerException refusal(FragileDisk damaged) {
        ButlerException refusal = catchThrowableOfType(
                ButlerException.class, () -> Store.open(damaged, OPTIONS).close());
        assertThat(refusal).isNotNull();
        return refusal;
    }

    /** Logs that no snapshot has replaced, oldest first, because none could be written. */
    private List<String> diskWithSeveralLogs() throws IOException {
        disk.refuseToCreate("snapshot");
        try (Store store = Store.open(disk, OPTIONS.withSnapshotLogBytes(2000))) {
            for (int i = 0; disk.names().size() < 4; i++) {
                store.create("key" + i, at("value"));
            }
        }
        return disk.names();
    }

    @Test
    void refusesTheFormatOfALaterVersion() {
        sizesOfALogAfterEachOf(1);
        byte[] content = disk.content(LOG);
        content[11] = 2;
        CRC32C checksum = new CRC32C();
        checksum.update(content, 0, FileHeader.BYTES - 4);
        ByteBuffer.wrap(content).putInt(FileHeader.BYTES - 4, (int) checksum.getValue());
        disk.put(LOG, content);
        ButlerException refusal = catchThrowableOfType(ButlerException.class, () -> Store.open(disk, OPTIONS));
        assertThat(refusal.code()).isEqualTo(ErrorCode.ENVIRONMENT);
        assertThat(refusal).hasMessageContaining("format 2");
    }

    @Test
    void clearsAwayFilesThatWereNeverFinished() throws Exception {
        sizesOfALogAfterEachOf(2);
        disk.put("snapshot-0000000000000000002.unfinished", new byte[100]);
        Store.open(disk, OPTIONS).close();
        assertThat(disk.names()).containsExactly(LOG);
    }

    /** The sizes of the log after 0, 1, 2… writes; the store is left open, as a crash would. */
    private List<Integer> sizesOfALogAfterEachOf(int writes) {
        List<Integer> sizes = new ArrayList<>();
        Store store = Store.open(disk, OPTIONS);
        sizes.add(disk.content(LOG).length);
        for (int i = 0; i < writes; i++) {
            store.create("key" + i, at("value"));
            sizes.add(disk.content(LOG).length);
        }
        FragileDisk asItWas = disk.copy();
        store.close();
        disk.put(LOG, asItWas.content(LOG));
        return sizes;
    }

    private static int startOfTheRecordWith(int place, List<Integer> ends) {
        return place < ends.getFirst()
                ? 0
                : ends.stream()
                        .filter(end -> end <= place)
                        .max(Integer::compare)
                        .orElseThrow();
    }

    private String diskWithSnapshot() throws IOException, InterruptedException {
        StoreOptions eager = OPTIONS.withSnapshotLogBytes(2000);
        try (Store store = Store.open(disk, eager)) {
            for (int i = 0; snapshot().isEmpty(); i++) {
                store.create("key" + i, at("value"));
            }
            store.create("last", at("value"));
            awaitOneSnapshotAndOneLog();
        }
        return snapshot();
    }

    /** The last write may have begun another log, whose snapshot is written in the background while the store is open. */
    private void awaitOneSnapshotAndOneLog() {
        TestAwait.upTo(Duration.ofSeconds(60), "one snapshot and one log")
                .pollInterval(Duration.ofMillis(2))
                .until(disk::names, names -> names.size() <= 2);
    }

    private String snapshot() {
        try {
            return disk.names().stream()
                    .filter(name -> name.startsWith("snapshot") && !StoreFileName.isUnfinished(name))
                    .reduce("", (_, second) -> second);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
