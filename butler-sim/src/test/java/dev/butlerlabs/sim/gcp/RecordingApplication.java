package dev.butlerlabs.sim.gcp;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Records requests and responses. */
final class RecordingApplication implements HttpApplication {
    private final HttpApplication application;
    private final List<Exchange> exchanges = new ArrayList<>();

    RecordingApplication(HttpApplication application) {
        this.application = application;
    }

    record Exchange(HttpApiRequest request, HttpApiResponse response) {}

    synchronized List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        HttpApiResponse response = application.answer(request);
        synchronized (this) {
            exchanges.add(new Exchange(request, response));
        }
        return response;
    }

    @Override
    public boolean receives(HttpApiRequest head) {
        return application.receives(head);
    }

    @Override
    public HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        HttpApiResponse response = application.receive(head, body);
        synchronized (this) {
            exchanges.add(new Exchange(head, response));
        }
        return response;
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        return application.refusal(fault, request);
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        return application.subject(request);
    }
}
