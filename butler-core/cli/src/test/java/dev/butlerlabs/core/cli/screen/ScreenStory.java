package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.testing.SteppedClock;
import java.util.List;

/** A run with all types of events, wide characters and long texts. */
final class ScreenStory {
    static final List<String> ADDONS = List.of(
            "cilium",
            "kube-vip",
            "cert-manager",
            "longhorn",
            "metallb",
            "traefik",
            "cluster-api",
            "flux",
            "butler-addons-日本語");

    private final SteppedClock clock;
    private final Progress progress;
    private final ProgressReporter reporter;

    ScreenStory(SteppedClock clock, Progress progress) {
        this.clock = clock;
        this.progress = progress;
        this.reporter = new ProgressReporter(progress, clock);
    }

    /** Reports events until addons are being installed. */
    void tellToTheMiddle() {
        progress.report(new RunStarted(clock.instant(), "rehearsal"));
        reporter.message("Rehearsal: nothing outside this machine is contacted or changed.");
        step("Preflight", "Checking the infrastructure", "8 checks", 3);
        step("Engine", "Starting the embedded Kubernetes API with the Butler CRDs", "https://127.0.0.1:35771", 4);
        step("Secrets", "Preparing cluster secrets", "Stored in Secret demo-talos-secrets.", 2);
        ProgressStep machines = reporter.start("Machines", "Starting machines");
        for (int i = 0; i < 5; i++) {
            reporter.machine("demo-cp-" + i, "", ResourceState.CREATING, "");
        }
        reporter.faultInjected("1", "demo-cp-1", "response lost for cp-1");
        clock.pass(2);
        machines.waiting("0/5 machines running; demo-cp-0: Running: the virtual machine is on but has no address yet");
        clock.pass(6);
        for (int i = 0; i < 5; i++) {
            reporter.machine("demo-cp-" + i, "10.20.30.1" + i, i < 3 ? ResourceState.READY : ResourceState.RUNNING, "");
        }
        reporter.faultHandled("1", "machine found again, no duplicate");
        machines.done("5 machines running.");
        reporter.warning(
                "クラスタ demo has an even number of control planes, which tolerates no more failures than one less");
        ProgressStep addons = reporter.start("Addons", "Installing addons");
        ADDONS.forEach(addon -> reporter.addon(addon, ResourceState.PENDING));
        reporter.addon("cilium", ResourceState.READY);
        reporter.addon("kube-vip", ResourceState.READY);
        reporter.addon("longhorn", ResourceState.INSTALLING);
        clock.pass(5);
        addons.waiting("2/9 addons ready; longhorn: waiting for helm in Job helm-longhorn-49b8162185-0: it is running");
        clock.pass(65);
    }

    void tellTheEnd() {
        ADDONS.forEach(addon -> reporter.addon(addon, ResourceState.READY));
        progress.report(new RunEnded(clock.instant(), true, ""));
    }

    private void step(String name, String title, String detail, int seconds) {
        ProgressStep step = reporter.start(name, title);
        clock.pass(seconds);
        step.done(detail);
    }
}
