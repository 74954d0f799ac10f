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
final class Recovery {
    private final Disk disk;
    private final StoreOptions options;
    private Replay replay;
    private Journal journal = Journal.NONE;

    private Recovery(Disk disk, StoreOptions options) {
        this.disk = disk;
        this.options = options;
        this.replay = new Replay(State.EMPTY, history(0));
    }

    static Recovery from(Disk disk, StoreOptions options) {
        Recovery recovery = new Recovery(disk, options);
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

    State state() {
        return replay.state();
    }

    History history() {
        return replay.history();
    }

    Journal journal() {
        return journal;
    }

    private void run() throws IOException {
        List<FileName> files = files();
        Optional<FileName> snapshot = files.stream()
                .filter(file -> file.kind() == FileName.Kind.SNAPSHOT)
                .max(Comparator.comparingLong(FileName::revision));
        long snapshotBytes = snapshot.isPresent() ? readSnapshot(snapshot.get()) : 0;
        List<FileName> logs = logsSince(files, replay.state().revision());
        Snapshots snapshots = new Snapshots(disk, options.snapshotLogBytes(), snapshotBytes);
        journal = replayLogs(logs, snapshots);
        removeReplaced(files, snapshot.map(FileName::revision).orElse(0L));
    }

    private List<FileName> files() throws IOException {
        List<String> names = disk.names();
        List<FileName> whole =
                names.stream().flatMap(name -> FileName.parse(name).stream()).toList();
        if (whole.isEmpty() && names.stream().anyMatch(Recovery::followsSomething)) {
            throw Damage.missing(disk, new FileName(FileName.Kind.LOG, 0));
        }
        for (String name : names) {
            if (FileName.isUnfinished(name)) {
                disk.delete(name);
            }
        }
        return whole;
    }

    /** Whether the file can only exist after other files, so that a directory without them has lost them. */
    private static boolean followsSomething(String name) {
        return FileName.parseUnfinished(name)
                .filter(file -> file.revision() > 0)
                .isPresent();
    }

    private long readSnapshot(FileName name) throws IOException {
        try (DiskFile file = disk.open(name.toString())) {
            Checkpoint checkpoint = new SnapshotReader(file, name).read();
            History history = history(checkpoint.floor());
            checkpoint.history().forEach(history::add);
            replay = new Replay(checkpoint.state(), history);
            return file.size();
        }
    }

    private History history(long floor) {
        return new History(options.historyEvents(), options.historyBytes(), floor);
    }

    /** Returns the logs to replay, oldest first. The log that continues a snapshot is created before the snapshot and must exist. */
    private List<FileName> logsSince(List<FileName> files, long revision) {
        List<FileName> logs = files.stream()
                .filter(file -> file.kind() == FileName.Kind.LOG && file.revision() >= revision)
                .sorted(Comparator.comparingLong(FileName::revision))
                .toList();
        boolean continues = !logs.isEmpty() && logs.getFirst().revision() == revision;
        if (!files.isEmpty() && !continues) {
            throw Damage.missing(disk, new FileName(FileName.Kind.LOG, revision));
        }
        return logs;
    }

    private Journal replayLogs(List<FileName> logs, Snapshots snapshots) throws IOException {
        if (logs.isEmpty()) {
            return new DiskJournal(disk, snapshots, LogFile.create(disk, 0), 0);
        }
        long olderBytes = 0;
        for (int i = 0; i < logs.size() - 1; i++) {
            try (LogFile log =
                    replayLog(logs.get(i), OptionalLong.of(logs.get(i + 1).revision()))) {
                olderBytes += log.bytes();
            }
        }
        return new DiskJournal(disk, snapshots, replayLog(logs.getLast(), OptionalLong.empty()), olderBytes);
    }

    private LogFile replayLog(FileName name, OptionalLong next) throws IOException {
        DiskFile file = disk.open(name.toString());
        boolean done = false;
        try {
            LogReader reader = new LogReader(file, name, replay, (log, offset) -> removeIfRequested(log, name, offset));
            LogFile log = reader.read(next);
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

    private void removeIfRequested(DiskFile log, FileName name, long offset) throws IOException {
        Consumer<RemovedRecord> report = options.repair().orElseThrow(() -> Damage.lastFrame(log, offset));
        report.accept(new DamagedTail(disk, log, name).remove(offset));
    }

    /** Verifies that the next log is the one that was named or, if a crash prevented the naming, the one that continues the replayed state. */
    private void check(OptionalLong named, OptionalLong next) {
        OptionalLong expected = named.isPresent() || next.isEmpty()
                ? named
                : OptionalLong.of(replay.state().revision());
        if (!expected.equals(next)) {
            throw Damage.missing(disk, new FileName(FileName.Kind.LOG, expected.orElseThrow()));
        }
    }

    /** Deletes files that the last snapshot replaced and that a crash left behind. */
    private void removeReplaced(List<FileName> files, long revision) throws IOException {
        for (FileName file : files) {
            if (file.revision() < revision) {
                disk.delete(file.toString());
            }
        }
    }
}
