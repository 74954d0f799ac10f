package dev.butlerlabs.core.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {
    @TempDir
    private Path home;

    @Test
    void namesTheRunThatHoldsTheCluster() {
        ClusterFolder folder = new ButlerHome(home).cluster("demo");
        try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
            assertThatThrownBy(() -> RunLock.take(folder, Clock.systemUTC()))
                    .isInstanceOf(ButlerException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void letsTheNextRunInWhenTheFirstIsOver() {
        ClusterFolder folder = new ButlerHome(home).cluster("demo");
        RunLock.take(folder, Clock.systemUTC()).close();
        RunLock.take(folder, Clock.systemUTC()).close();
    }

    @Test
    void keepsTheFolderToItsUser() throws IOException {
        ClusterFolder folder = new ButlerHome(home).cluster("demo");
        try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.folder())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void leavesNothingOfARunThatKeptNothing() {
        ClusterFolder folder = new ButlerHome(home).cluster("demo");
        RunLock.take(folder, Clock.systemUTC()).close();
        assertThat(folder.folder()).doesNotExist();
    }

    @Test
    void leavesWhatARunKept() {
        ClusterFolder folder = new ButlerHome(home).cluster("demo");
        try (RunLock _ = RunLock.take(folder, Clock.systemUTC())) {
            folder.keepOwner("5d0a4f0e");
        }
        assertThat(folder.keptOwner()).contains("5d0a4f0e");
    }

    @Test
    void doesNotStandInTheWayOfAnotherCluster() {
        try (RunLock one = RunLock.take(new ButlerHome(home).cluster("one"), Clock.systemUTC());
                RunLock two = RunLock.take(new ButlerHome(home).cluster("two"), Clock.systemUTC())) {
            assertThat(one).isNotSameAs(two);
        }
    }
}
