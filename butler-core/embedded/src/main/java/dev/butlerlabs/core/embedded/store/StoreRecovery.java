package dev.butlerlabs.core.embedded.store;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Recovers the state from a directory: loads the newest snapshot and replays all later logs in order. */
final class StoreRecovery {
    private final StoreDirectory disk;
    private final StoreOptions options;
    private LogReplay replay;
    private EventJournal journal = EventJournal.NONE;

    private StoreRecovery(StoreDirectory disk, StoreOptions options) {
        this.disk = disk;
        this.options = options;
        this.replay = new LogReplay(StoreState.EMPTY, history(0));
    }

    static StoreRecovery from(StoreDirectory disk, StoreOptions options) {
        StoreRecovery recovery = new StoreRecovery(disk, options);
        boolean done = false;
        try {
            recovery.run();
            done = true;
            return recovery;
        } catch (IOException failure) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot use data directory " + disk.place() + ": " + failure, failure);
        } finally {
            if (!done) {
                disk.close();
            }
        }
    }

    StoreState state() {
        return replay.state();
    }

    EventHistory history() {
        return replay.history();
    }

    EventJournal journal() {
        return journal;
    }

    private void run() throws IOException {
        List<StoreFileName> files = files();
        Optional<StoreFileName> snapshot = files.stream()
                .filter(file -> file.kind() == StoreFileName.Kind.SNAPSHOT)
                .max(Comparator.comparingLong(StoreFileName::revision));
        long snapshotBytes = snapshot.isPresent() ? readSnapshot(snapshot.get()) : 0;
        List<StoreFileName> logs = logsSince(files, replay.state().revision());
        SnapshotScheduler snapshots = new SnapshotScheduler(disk, options.snapshotLogBytes(), snapshotBytes);
        journal = replayLogs(logs, snapshots);
        removeReplaced(files, snapshot.map(StoreFileName::revision).orElse(0L));
    }

    private List<StoreFileName> files() throws IOException {
        List<String> names = disk.names();
        List<StoreFileName> whole = names.stream()
                .flatMap(name -> StoreFileName.parse(name).stream())
                .toList();
        if (whole.isEmpty() && names.stream().anyMatch(StoreRecovery::followsSomething)) {
            throw StoreDamage.missing(disk, new StoreFileName(StoreFileName.Kind.LOG, 0));
        }
        for (String name : names) {
            if (StoreFileName.isUnfinished(name)) {
                disk.delete(name);
            }
        }
        return whole;
    }

    /** Whether the file can only exist after other files, so that a directory without them has lost them. */
    private static boolean followsSomething(String name) {
        return StoreFileName.parseUnfinished(name)
                .filter(file -> file.revision() > 0)
                .isPresent();
    }

    private long readSnapshot(StoreFileName name) throws IOException {
        try (StoreFile file = disk.open(name.toString())) {
            StoreCheckpoint checkpoint = new SnapshotReader(file, name).read();
            EventHistory history = history(checkpoint.floor());
            checkpoint.history().forEach(history::add);
            replay = new LogReplay(checkpoint.state(), history);
            return file.size();
        }
    }

    private EventHistory history(long floor) {
        return new EventHistory(options.historyEvents(), options.historyBytes(), floor);
    }

    /** Returns the logs to replay, oldest first. The log that continues a snapshot is created before the snapshot and must exist. */
    private List<StoreFileName> logsSince(List<StoreFileName> files, long revision) {
        List<StoreFileName> logs = files.stream()
                .filter(file -> file.kind() == StoreFileName.Kind.LOG && file.revision() >= revision)
                .sorted(Comparator.comparingLong(StoreFileName::revision))
                .toList();
        boolean continues = !logs.isEmpty() && logs.getFirst().revision() == revision;
        if (!files.isEmpty() && !continues) {
            throw StoreDamage.missing(disk, new StoreFileName(StoreFileName.Kind.LOG, revision));
        }
        return logs;
    }

    private EventJournal replayLogs(List<StoreFileName> logs, SnapshotScheduler snapshots) throws IOException {
        if (logs.isEmpty()) {
            return new DiskJournal(disk, snapshots, LogFileWriter.create(disk, 0), 0);
        }
        long olderBytes = 0;
        for (int i = 0; i < logs.size() - 1; i++) {
            try (LogFileWriter log =
                    replayLog(logs.get(i), OptionalLong.of(logs.get(i + 1).revision()))) {
                olderBytes += log.bytes();
            }
        }
        return new DiskJournal(disk, snapshots, replayLog(logs.getLast(), OptionalLong.empty()), olderBytes);
    }

    private LogFileWriter replayLog(StoreFileName name, OptionalLong next) throws IOException {
        StoreFile file = disk.open(name.toString());
        boolean done = false;
        try {
            LogFileReader reader =
                    new LogFileReader(file, name, replay, (log, offset) -> removeIfRequested(log, name, offset));
            LogFileWriter log = reader.read(next);
            check(reader.successor(), next);
            if (reader.successor().isEmpty() && next.isPresent()) {
                log.append(log.successorFrame(next.getAsLong()));
            }
            done = true;
            return log;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    private void removeIfRequested(StoreFile log, StoreFileName name, long offset) throws IOException {
        Consumer<RemovedRecord> report = options.repair().orElseThrow(() -> StoreDamage.lastFrame(log, offset));
        report.accept(new DamagedTailRepair(disk, log, name).remove(offset));
    }

    /** Verifies that the next log is the one that was named or, if a crash prevented the naming, the one that continues the replayed state. */
    private void check(OptionalLong named, OptionalLong next) {
        OptionalLong expected = named.isPresent() || next.isEmpty()
                ? named
                : OptionalLong.of(replay.state().revision());
        if (!expected.equals(next)) {
            throw StoreDamage.missing(disk, new StoreFileName(StoreFileName.Kind.LOG, expected.orElseThrow()));
        }
    }

    /** Deletes files that the last snapshot replaced and that a crash left behind. */
    private void removeReplaced(List<StoreFileName> files, long revision) throws IOException {
        for (StoreFileName file : files) {
            if (file.revision() < revision) {
                disk.delete(file.toString());
            }
        }
    }
}
