package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.ImageServiceGrpc;
import dev.butlerlabs.core.talos.wire.Lifecycle;
import dev.butlerlabs.core.talos.wire.LifecycleServiceGrpc;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.MachineServiceGrpc;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** The two upgrade APIs: one call up to Talos 1.12; pull and install since Talos 1.13. Also pulls images of Kubernetes. Thread-safe. */
public final class UpgradeCalls {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final int NO_ANSWER = Integer.MIN_VALUE;

    private final TalosCalls calls;

    UpgradeCalls(TalosCalls calls) {
        this.calls = calls;
    }

    /**
     * Up to Talos 1.12: the machine pulls, installs and reboots.
     *
     * @return actor ID of the resulting events
     */
    public String whole(String image) {
        Machine.UpgradeRequest request =
                Machine.UpgradeRequest.newBuilder().setImage(image).build();
        return TalosClient.only(calls.ask(
                                "upgrading",
                                MachineServiceGrpc::newBlockingV2Stub,
                                LIMIT,
                                stub -> stub.upgrade(request))
                        .getMessagesList())
                .getActorId();
    }

    /**
     * Since Talos 1.13: pulls the installer image.
     *
     * @return full name of the image
     */
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

    /** Since Talos 1.13: installs the pulled image, which the next boot uses. The machine reports failures in the stream. */
    public void install(String image, Consumer<String> heard) {
        Lifecycle.LifecycleServiceUpgradeRequest request = Lifecycle.LifecycleServiceUpgradeRequest.newBuilder()
                .setContainerd(systemImages())
                .setSource(Lifecycle.InstallArtifactsSource.newBuilder().setImageName(image))
                .build();
        AtomicInteger exitCode = new AtomicInteger(NO_ANSWER);
        AtomicReference<String> lastMessage = new AtomicReference<>("");
        calls.<LifecycleServiceGrpc.LifecycleServiceBlockingV2Stub, Lifecycle.LifecycleServiceUpgradeResponse>stream(
                "upgrading",
                LifecycleServiceGrpc::newBlockingV2Stub,
                Optional.of(LIMIT),
                stub -> stub.upgrade(request),
                answer -> {
                    Lifecycle.LifecycleServiceInstallProgress progress = answer.getProgress();
                    if (progress.hasExitCode()) {
                        exitCode.set(progress.getExitCode());
                    } else {
                        lastMessage.set(progress.getMessage().strip());
                        heard.accept(progress.getMessage());
                    }
                    return true;
                });
        check(exitCode.get(), lastMessage.get());
    }

    /**
     * Pulls the image of a Kubernetes component before it is used. Does nothing if the machine already has it.
     *
     * @throws ButlerException with {@code NOT_FOUND} if the registry does not have it
     */
    public void pull(KubernetesComponent component, String image) {
        Machine.ImagePullRequest request = Machine.ImagePullRequest.newBuilder()
                .setNamespace(
                        component == KubernetesComponent.KUBELET
                                ? Common.ContainerdNamespace.NS_SYSTEM
                                : Common.ContainerdNamespace.NS_CRI)
                .setReference(image)
                .build();
        calls.ask("pulling " + image, MachineServiceGrpc::newBlockingV2Stub, LIMIT, stub -> stub.imagePull(request));
    }

    private void check(int exitCode, String lastMessage) {
        if (exitCode == 0) {
            return;
        }
        String how = exitCode == NO_ANSWER ? "stopped without a result" : "failed with exit code " + exitCode;
        throw new ButlerException(
                ErrorCode.PROVIDER,
                lastMessage.isEmpty()
                        ? "The installer on %s %s.".formatted(calls.node(), how)
                        : "The installer on %s %s: %s.".formatted(calls.node(), how, lastMessage),
                "The machine still runs the previous version.");
    }

    private static Common.ContainerdInstance systemImages() {
        return Common.ContainerdInstance.newBuilder()
                .setDriver(Common.ContainerDriver.CONTAINERD)
                .setNamespace(Common.ContainerdNamespace.NS_SYSTEM)
                .build();
    }
}
