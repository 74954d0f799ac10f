package dev.butlerlabs.sim.azure;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the requests and responses of an application. */
final class AzureMessageRecorder implements HttpApplication {
    private final HttpApplication application;
    private final List<Exchange> exchanges;

    AzureMessageRecorder(HttpApplication application, List<Exchange> exchanges) {
        this.application = application;
        this.exchanges = exchanges;
    }

    /** A request with its response. */
    record Exchange(HttpApiRequest request, HttpApiResponse response) {}

    static List<Exchange> newList() {
        return new CopyOnWriteArrayList<>();
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        HttpApiResponse response = application.answer(request);
        exchanges.add(new Exchange(request, response));
        return response;
    }

    @Override
    public boolean receives(HttpApiRequest head) {
        return application.receives(head);
    }

    @Override
    public HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        return application.receive(head, body);
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
