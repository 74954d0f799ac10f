package dev.butlerlabs.sim.factory;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.http.StreamedResponse;
import java.util.Optional;

/** The object storage that downloads are redirected to. Like S3, it rejects an Authorization header that it does not know. */
final class ObjectStorage implements HttpApplication {
    private final ArtifactServer artifacts;

    ObjectStorage(ImageFactoryOptions options) {
        this.artifacts = new ArtifactServer(options);
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        return request.header("Authorization").isPresent()
                ? ImageFactoryApplication.text(400, "Only one auth mechanism allowed")
                : ImageFactoryApplication.text(404, "NoSuchKey");
    }

    @Override
    public Optional<StreamedResponse> stream(HttpApiRequest request) {
        return request.header("Authorization").isPresent()
                ? Optional.empty()
                : ArtifactPath.of(request.path()).map(path -> artifacts.send(request, path));
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        return ImageFactoryApplication.text(503, "SlowDown");
    }

    /** The faults of the plan concern the API of the factory; those of the content are decided while it is sent. */
    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        return Optional.empty();
    }
}
