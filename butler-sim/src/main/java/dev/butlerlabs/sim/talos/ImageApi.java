package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.ImageServiceGrpc;
import dev.butlerlabs.core.talos.wire.Lifecycle;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/** Simulates pulling images: any image with a tag exists. */
final class ImageApi extends ImageServiceGrpc.ImageServiceImplBase {
    @Override
    public void pull(
            Lifecycle.ImageServicePullRequest request, StreamObserver<Lifecycle.ImageServicePullResponse> answers) {
        String image = request.getImageRef();
        if (image.lastIndexOf(':') <= image.lastIndexOf('/')) {
            answers.onError(Status.NOT_FOUND
                    .withDescription("image \"" + image + "\" not found")
                    .asRuntimeException());
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
