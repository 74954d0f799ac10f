package dev.butlerlabs.core.bootstrap.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class RunLockTest {
    @TempDir
    private Path home;

    @Test
    void namesTheRunThatHoldsTheCluster() {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
            assertThatThrownBy(() -> RunLock.take(folder, Clock.systemUTC()))
                    .isInstanceOf(ButlerException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void letsTheNextRunInWhenTheFirstIsOver() {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        RunLock.take(folder, Clock.systemUTC()).close();
        RunLock.take(folder, Clock.systemUTC()).close();
    }

    @Test
    void keepsTheFolderToItsUser() throws IOException {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.folder())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void leavesNothingOfARunThatKeptNothing() {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        RunLock.take(folder, Clock.systemUTC()).close();
        assertThat(folder.folder()).doesNotExist();
    }

    @Test
    void leavesWhatARunKept() {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
            folder.keepOwner("5d0a4f0e");
        }
        assertThat(folder.keptOwner()).contains("5d0a4f0e");
    }

    @Test
    void probingDoesNotReleaseTheLock() throws Exception {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        assertThat(RunLock.isHeld(folder)).isFalse();
        try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
            assertThat(RunLock.isHeld(folder)).isTrue();
            assertThatThrownBy(() -> RunLock.take(folder, Clock.systemUTC())).isInstanceOf(ButlerException.class);
            assertThat(HolderProcess.canLock(folder.lock())).isFalse();
            folder.keepOwner("5d0a4f0e");
        }
        assertThat(RunLock.isHeld(folder)).isFalse();
        assertThat(HolderProcess.canLock(folder.lock())).isTrue();
    }

    @Test
    void noticesThatItsDirectoryWasDeleted() throws IOException {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        try (RunLock lock = RunLock.take(folder, Clock.systemUTC())) {
            assertThat(lock.isIntact()).isTrue();
            Files.delete(folder.holder());
            Files.delete(folder.lock());
            assertThat(lock.isIntact()).isFalse();
            Files.createFile(folder.lock());
            assertThat(lock.isIntact()).isFalse();
        }
        assertThat(folder.lock()).exists();
    }

    @Test
    void isReleasedByAnInterruptedThread() {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        RunLock lock = RunLock.take(folder, Clock.systemUTC());
        Thread.currentThread().interrupt();
        lock.close();
        assertThat(Thread.interrupted()).isTrue();
        RunLock.take(folder, Clock.systemUTC()).close();
    }

    /** Runs that leave nothing behind remove the directory that others are about to lock. */
    @Test
    void neverAdmitsTwoThreadsAtOnce() throws Exception {
        ClusterDirectory folder = new ButlerHome(home).cluster("demo");
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger admitted = new AtomicInteger();
        List<Future<?>> runs = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 200; i++) {
                runs.add(threads.submit(() -> {
                    try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
                        assertThat(inside.incrementAndGet()).isOne();
                        admitted.incrementAndGet();
                        inside.decrementAndGet();
                    } catch (ButlerException e) {
                        assertThat(e.code()).isEqualTo(ErrorCode.DATA_LOCKED);
                    }
                }));
            }
        }
        for (Future<?> run : runs) {
            run.get();
        }
        assertThat(admitted.get()).isPositive();
        assertThat(folder.folder()).doesNotExist();
    }

    @Test
    void doesNotStandInTheWayOfAnotherCluster() {
        try (RunLock one = RunLock.take(new ButlerHome(home).cluster("one"), Clock.systemUTC());
                RunLock two = RunLock.take(new ButlerHome(home).cluster("two"), Clock.systemUTC())) {
            assertThat(one).isNotSameAs(two);
        }
    }
}
