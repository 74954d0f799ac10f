package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.testing.SteppedClock;
import java.util.ArrayList;
import java.util.List;

/** Two runs with the same times in every test: one that fails, and one with faults, a retry and short steps. */
final class TimelineFixture {
    private final SteppedClock clock = new SteppedClock();
    private final List<ProgressEvent> events = new ArrayList<>();
    private final ProgressReporter reporter = new ProgressReporter(events::add, clock);

    static RunTimeline timeline() {
        TimelineFixture fixture = new TimelineFixture();
        fixture.fail();
        fixture.succeed();
        return RunTimeline.of(fixture.events);
    }

    private void fail() {
        events.add(new RunStarted(clock.instant(), "bootstrap"));
        step("Preflight", "Checking the infrastructure", "8 checks", 3);
        ProgressStep machines = reporter.start("MachinesRunning", "Starting machines");
        reporter.machine("demo-cp-0", "", ResourceState.CREATING, "");
        machines.waiting("0/1 machines running; demo-cp-0: <no capacity> & \"quota\"");
        clock.pass(20);
        machines.failed("no capacity for demo-cp-0");
        reporter.machine("demo-cp-0", "", ResourceState.FAILED, "");
        events.add(new RunEnded(clock.instant(), false, "no capacity for demo-cp-0"));
        clock.pass(60);
    }

    private void succeed() {
        events.add(new RunStarted(clock.instant(), "bootstrap"));
        step("Preflight", "Checking the infrastructure", "8 checks", 3);
        step("ProviderFound", "Checking the provider", "Nutanix", 0);
        step("TalosSecrets", "Preparing cluster secrets", "Stored in Secret demo-talos-secrets.", 0);
        ProgressStep machines = reporter.start("MachinesRunning", "Starting machines");
        for (int i = 0; i < 3; i++) {
            reporter.machine("demo-cp-" + i, "", ResourceState.CREATING, "");
        }
        reporter.faultInjected("1", "demo-cp-1", "response lost for cp-1");
        machines.waiting("0/3 machines running");
        clock.pass(12);
        for (int i = 0; i < 3; i++) {
            reporter.machine("demo-cp-" + i, "10.20.30.1" + i, ResourceState.RUNNING, "");
        }
        reporter.faultHandled("1", "machine found again, no duplicate");
        machines.done("3 machines running.");
        ProgressStep addons = reporter.start("AddonsInstalled", "Installing addons");
        for (String addon : List.of("cilium", "cert-manager", "longhorn", "traefik")) {
            reporter.addon(addon, ResourceState.PENDING);
        }
        reporter.addon("cilium", ResourceState.INSTALLING);
        reporter.faultInjected("2", "", "request throttled for a list request");
        addons.waiting("0/4 addons ready; cilium: helm requested");
        clock.pass(20);
        reporter.addon("cilium", ResourceState.READY);
        reporter.machine("demo-cp-2", "", ResourceState.CREATING, "");
        machines.waiting("2/3 machines running");
        clock.pass(9);
        reporter.machine("demo-cp-2", "10.20.30.19", ResourceState.READY, "");
        machines.done("3 machines running.");
        for (String addon : List.of("cert-manager", "longhorn", "traefik")) {
            reporter.addon(addon, ResourceState.INSTALLING);
            clock.pass(7);
            reporter.addon(addon, ResourceState.READY);
        }
        addons.done("4 addons are ready.");
        step("NodesReady", "Waiting for nodes", "3 nodes are ready.", 0);
        step("Pivoted", "Moving resources to the new cluster", "", 0);
        reporter.machine("demo-cp-0", "10.20.30.10", ResourceState.READY, "");
        reporter.machine("demo-cp-1", "10.20.30.11", ResourceState.READY, "");
        clock.pass(2);
        events.add(new RunEnded(clock.instant(), true, ""));
    }

    private void step(String name, String title, String detail, int seconds) {
        ProgressStep step = reporter.start(name, title);
        clock.pass(seconds);
        step.done(detail);
    }
}
