package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;

class OperatorRunTest {
    @Test
    void theSchedulerKeepsAThreadThatWaits() {
        try (var scheduler = (ScheduledThreadPoolExecutor) Executors.newScheduledThreadPool(0)) {
            OperatorRun.keepThread(scheduler);
            assertThat(scheduler.getCorePoolSize()).isEqualTo(1);
        }
        try (var scheduler = (ScheduledThreadPoolExecutor) Executors.newScheduledThreadPool(3)) {
            OperatorRun.keepThread(scheduler);
            assertThat(scheduler.getCorePoolSize()).isEqualTo(3);
        }
    }
}
