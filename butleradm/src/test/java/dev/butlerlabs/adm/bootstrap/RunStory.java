package dev.butlerlabs.adm.bootstrap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEventDocument;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.progress.ResourceState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;

/** Writes the log of a run of a cluster with three machines, as another process would, for tests of what shows it. */
final class RunStory {
    static final List<String> ADDONS = List.of("cilium", "kube-vip", "cert-manager", "longhorn", "metallb", "traefik");

    private final Path log;
    private final Clock clock;
    private final ProgressReporter reporter;

    RunStory(Path log, Clock clock) {
        this.log = log;
        this.clock = clock;
        this.reporter = new ProgressReporter(this::write, clock);
    }

    private void write(ProgressEvent event) {
        try {
            Files.writeString(
                    log,
                    new ObjectMapper().writeValueAsString(ProgressEventDocument.of(event)) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ProgressReporter reporter() {
        return reporter;
    }

    void start() {
        write(new RunStarted(clock.instant(), "bootstrap"));
        reporter.message("Engine: embedded, because no local Docker engine responds within 2 s.");
        reporter.start("Preflight", "Checking the infrastructure").done("8 checks");
        reporter.start("Secrets", "Preparing cluster secrets").done("Stored in Secret demo-talos-secrets.");
        ProgressStep machines = reporter.start("Machines", "Starting machines");
        for (int i = 0; i < 3; i++) {
            reporter.machine("demo-cp-" + i, "", ResourceState.CREATING, "");
        }
        machines.waiting("0/3 machines running; demo-cp-0: Running: the virtual machine is on but has no address yet");
        reporter.faultInjected("1", "demo-cp-1", "response lost for cp-1");
    }

    void runMachines() {
        for (int i = 0; i < 3; i++) {
            reporter.machine("demo-cp-" + i, "10.20.30.1" + i, ResourceState.RUNNING, "");
        }
        reporter.faultHandled("1", "machine found again, no duplicate");
        reporter.start("Machines", "Starting machines").done("3 machines running.");
        reporter.warning("クラスタ demo has only one worker, so that an upgrade of it interrupts its applications");
    }

    void installAddons() {
        ProgressStep addons = reporter.start("Addons", "Installing addons");
        ADDONS.forEach(addon -> reporter.addon(addon, ResourceState.PENDING));
        ADDONS.subList(0, 3).forEach(addon -> reporter.addon(addon, ResourceState.READY));
        reporter.addon("longhorn", ResourceState.INSTALLING);
        addons.waiting("3/6 addons ready; longhorn: waiting for helm in Job helm-longhorn-49b8162185-0: it is running");
    }

    void end() {
        ADDONS.forEach(addon -> reporter.addon(addon, ResourceState.READY));
        for (int i = 0; i < 3; i++) {
            reporter.machine("demo-cp-" + i, "10.20.30.1" + i, ResourceState.READY, "");
        }
        reporter.start("Addons", "Installing addons").done("6 addons are ready.");
        write(new RunEnded(clock.instant(), true, ""));
    }
}
