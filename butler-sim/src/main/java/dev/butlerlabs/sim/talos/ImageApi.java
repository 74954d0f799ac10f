package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Common;
import dev.butlerlabs.core.talos.wire.ImageServiceGrpc;
import dev.butlerlabs.core.talos.wire.Lifecycle;
import dev.butlerlabs.core.talos.wire.Machine;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Optional;

/** Simulates pulling images: any image with a tag exists. */
final class ImageApi extends ImageServiceGrpc.ImageServiceImplBase {
    /** Answers the older call for one image. */
    static void pull(Machine.ImagePullRequest request, StreamObserver<Machine.ImagePullResponse> answers) {
        Optional<Status> refusal = refusal(request.getNamespace(), request.getReference());
        if (refusal.isPresent()) {
            answers.onError(refusal.get().asRuntimeException());
            return;
        }
        answers.onNext(Machine.ImagePullResponse.newBuilder()
                .addMessages(Machine.ImagePull.getDefaultInstance())
                .build());
        answers.onCompleted();
    }

    /** Returns why an image cannot be pulled. */
    private static Optional<Status> refusal(Common.ContainerdNamespace namespace, String image) {
        if (namespace != Common.ContainerdNamespace.NS_SYSTEM && namespace != Common.ContainerdNamespace.NS_CRI) {
            return Optional.of(Status.INVALID_ARGUMENT.withDescription("invalid namespace " + namespace));
        }
        return image.lastIndexOf(':') <= image.lastIndexOf('/')
                ? Optional.of(Status.NOT_FOUND.withDescription(
                        "error pulling image: failed to pull image \"%s\": not found".formatted(image)))
                : Optional.empty();
    }

    @Override
    public void pull(
            Lifecycle.ImageServicePullRequest request, StreamObserver<Lifecycle.ImageServicePullResponse> answers) {
        String image = request.getImageRef();
        Optional<Status> refusal = refusal(request.getContainerd().getNamespace(), image);
        if (refusal.isPresent()) {
            answers.onError(refusal.get().asRuntimeException());
            return;
        }
        answers.onNext(Lifecycle.ImageServicePullResponse.newBuilder()
                .setPullProgress(Lifecycle.ImageServicePullProgress.newBuilder().setLayerId("sha256:1"))
                .build());
        answers.onNext(
                Lifecycle.ImageServicePullResponse.newBuilder().setName(image).build());
        answers.onCompleted();
    }
}
