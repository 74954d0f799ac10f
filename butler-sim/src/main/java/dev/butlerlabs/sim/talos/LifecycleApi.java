package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Lifecycle;
import dev.butlerlabs.core.talos.wire.LifecycleServiceGrpc;
import io.grpc.stub.StreamObserver;

/**
 * Upgrades with the API of Talos 1.13 and later: the stream contains the result, and the upgrade takes effect at the
 * next boot.
 */
final class LifecycleApi extends LifecycleServiceGrpc.LifecycleServiceImplBase {
    private final SimulatedNode node;

    LifecycleApi(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public void upgrade(
            Lifecycle.LifecycleServiceUpgradeRequest request,
            StreamObserver<Lifecycle.LifecycleServiceUpgradeResponse> answers) {
        String image = request.getSource().getImageName();
        say(answers, message("running " + image));
        NodeUpgrader.Outcome outcome = SystemImage.parse(image)
                .map(node.upgrader()::install)
                .orElse(new NodeUpgrader.Outcome.Failed("image contains no installer"));
        switch (outcome) {
            case NodeUpgrader.Outcome.Installed() -> end(answers, 0);
            case NodeUpgrader.Outcome.Failed(String reason) -> {
                say(answers, message(reason));
                end(answers, 1);
            }
            case NodeUpgrader.Outcome.Hanging() -> say(answers, message("installing"));
        }
    }

    private static Lifecycle.LifecycleServiceInstallProgress.Builder message(String text) {
        return Lifecycle.LifecycleServiceInstallProgress.newBuilder().setMessage(text);
    }

    private static void end(StreamObserver<Lifecycle.LifecycleServiceUpgradeResponse> answers, int exitCode) {
        say(answers, Lifecycle.LifecycleServiceInstallProgress.newBuilder().setExitCode(exitCode));
        answers.onCompleted();
    }

    private static void say(
            StreamObserver<Lifecycle.LifecycleServiceUpgradeResponse> answers,
            Lifecycle.LifecycleServiceInstallProgress.Builder progress) {
        answers.onNext(Lifecycle.LifecycleServiceUpgradeResponse.newBuilder()
                .setProgress(progress)
                .build());
    }
}
