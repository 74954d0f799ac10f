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
        String tag = image.substring(image.lastIndexOf(':') + 1);
        boolean known = tag.matches("v\\d+\\.\\d+\\.\\d+.*");
        say(answers, Lifecycle.LifecycleServiceInstallProgress.newBuilder().setMessage("running " + image));
        if (known) {
            node.upgrade(tag, false);
        } else {
            say(
                    answers,
                    Lifecycle.LifecycleServiceInstallProgress.newBuilder().setMessage("image contains no installer"));
        }
        say(answers, Lifecycle.LifecycleServiceInstallProgress.newBuilder().setExitCode(known ? 0 : 1));
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
