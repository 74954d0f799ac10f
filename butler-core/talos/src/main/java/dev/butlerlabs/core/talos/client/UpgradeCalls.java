package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.ImageServiceGrpc;
import dev.butlerlabs.core.talos.wire.Lifecycle;
import dev.butlerlabs.core.talos.wire.LifecycleServiceGrpc;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The two ways to another Talos: one call up to 1.12, pull and install from 1.13 on. */
public final class UpgradeCalls {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final int NO_ANSWER = Integer.MIN_VALUE;

    private final Calls calls;

    UpgradeCalls(Calls calls) {
        this.calls = calls;
    }

    /** Up to 1.12: the machine pulls, installs and reboots by itself. Returns who is to be looked for in events. */
    public String whole(String image) {
        Machine.UpgradeRequest request =
                Machine.UpgradeRequest.newBuilder().setImage(image).build();
        return TalosClient.only(calls.ask(
                                "an upgrade",
                                MachineServiceGrpc::newBlockingV2Stub,
                                LIMIT,
                                stub -> stub.upgrade(request))
                        .getMessagesList())
                .getActorId();
    }

    /** From 1.13 on: fetches the image of the installer. Returns its full name. */
    public String pull(String image) {
        Lifecycle.ImageServicePullRequest request = Lifecycle.ImageServicePullRequest.newBuilder()
                .setContainerd(systemImages())
                .setImageRef(image)
                .build();
        StringBuilder name = new StringBuilder();
        calls.<ImageServiceGrpc.ImageServiceBlockingV2Stub, Lifecycle.ImageServicePullResponse>stream(
                "pulling " + image,
                ImageServiceGrpc::newBlockingV2Stub,
                Optional.of(LIMIT),
                stub -> stub.pull(request),
                answer -> {
                    if (answer.hasName()) {
                        name.append(answer.getName());
                    }
                    return true;
                });
        return name.isEmpty() ? image : name.toString();
    }

    /** From 1.13 on: writes the pulled image to the disk; the next boot uses it. The machine reports failure within the stream. */
    public void install(String image, Consumer<String> heard) {
        Lifecycle.LifecycleServiceUpgradeRequest request = Lifecycle.LifecycleServiceUpgradeRequest.newBuilder()
                .setContainerd(systemImages())
                .setSource(Lifecycle.InstallArtifactsSource.newBuilder().setImageName(image))
                .build();
        AtomicInteger exitCode = new AtomicInteger(NO_ANSWER);
        calls.<LifecycleServiceGrpc.LifecycleServiceBlockingV2Stub, Lifecycle.LifecycleServiceUpgradeResponse>stream(
                "an upgrade",
                LifecycleServiceGrpc::newBlockingV2Stub,
                Optional.of(LIMIT),
                stub -> stub.upgrade(request),
                answer -> {
                    Lifecycle.LifecycleServiceInstallProgress progress = answer.getProgress();
                    if (progress.hasExitCode()) {
                        exitCode.set(progress.getExitCode());
                    } else {
                        heard.accept(progress.getMessage());
                    }
                    return true;
                });
        check(exitCode.get());
    }

    private void check(int exitCode) {
        if (exitCode == 0) {
            return;
        }
        String how = exitCode == NO_ANSWER ? "broke off without a result" : "ended with exit code " + exitCode;
        throw new ButlerException(
                ErrorCode.PROVIDER,
                "The installer on %s %s.".formatted(calls.node(), how),
                "Read its messages above; the machine still runs what it ran before.");
    }

    private static Common.ContainerdInstance systemImages() {
        return Common.ContainerdInstance.newBuilder()
                .setDriver(Common.ContainerDriver.CONTAINERD)
                .setNamespace(Common.ContainerdNamespace.NS_SYSTEM)
                .build();
    }
}
