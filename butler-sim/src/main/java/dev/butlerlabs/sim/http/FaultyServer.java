package dev.butlerlabs.sim.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;

/** Serves an application on 127.0.0.1 with one virtual thread per request, and injects the faults of the wire stage. */
public final class FaultyServer implements AutoCloseable {
    private static final Duration LATE = Duration.ofMillis(200);
    private static final int STORM = 4;
    private static final long MAX_UNREAD = 16L * 1024 * 1024;

    static {
        // Otherwise the header and body of a response are sent separately, and the body waits about 40 ms for the
        // acknowledgement of the header.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpApplication application;
    private final FaultPlan faults;
    private final boolean encrypted;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicInteger storm = new AtomicInteger();

    private FaultyServer(HttpServer server, HttpApplication application, FaultPlan faults) {
        this.server = server;
        this.application = application;
        this.faults = faults;
        this.encrypted = server instanceof HttpsServer;
    }

    /**
     * Starts the server.
     *
     * @param port 0 selects a free port
     * @param tls server certificate; plain HTTP if empty
     * @throws UncheckedIOException if the port is not available
     */
    public static FaultyServer start(
            int port, Optional<SSLContext> tls, HttpApplication application, FaultPlan faults) {
        try {
            HttpServer server = tls.isPresent() ? https(port, tls.get()) : HttpServer.create(loopback(port), 0);
            FaultyServer faulty = new FaultyServer(server, application, faults);
            server.createContext("/", faulty::handle);
            server.setExecutor(faulty.threads);
            server.start();
            return faulty;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
    }

    private static HttpServer https(int port, SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(loopback(port), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return server;
    }

    private static InetSocketAddress loopback(int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    }

    public URI address() {
        return URI.create((encrypted ? "https" : "http") + "://127.0.0.1:"
                + server.getAddress().getPort());
    }

    /** Returns the number of received requests, answered or not. */
    public long requests() {
        return requests.get();
    }

    private void handle(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        try (exchange) {
            HttpApiRequest head = request(exchange, new byte[0]);
            if (application.receives(head)) {
                receive(exchange, head);
                return;
            }
            HttpApiRequest request = request(exchange, exchange.getRequestBody().readAllBytes());
            RequestInterceptor.Visit visit = visit(request);
            Optional<FaultKind> fault = verdict(visit, request);
            Optional<StreamedResponse> stream = fault.isEmpty() ? application.stream(request) : Optional.empty();
            if (stream.isPresent()) {
                send(exchange, stream.get());
            } else {
                Optional<HttpApiResponse> response = respond(visit, request, fault);
                if (response.isPresent()) {
                    send(exchange, response.get());
                }
            }
        }
    }

    private static HttpApiRequest request(HttpExchange exchange, byte[] body) {
        return new HttpApiRequest(
                exchange.getRequestMethod(), exchange.getRequestURI(), exchange.getRequestHeaders(), body);
    }

    /** Processes a request whose body is streamed. */
    private void receive(HttpExchange exchange, HttpApiRequest head) throws IOException {
        RequestInterceptor.Visit visit = visit(head);
        Optional<FaultKind> fault = verdict(visit, head);
        if (fault.filter(FaultKind.REFUSE::equals).isPresent()) {
            return;
        }
        boolean refused = fault.filter(kind -> kind != FaultKind.LOST_RESPONSE && kind != FaultKind.DELAY)
                .isPresent();
        if (refused) {
            // A client that is still sending when the connection closes may never see the response.
            long unused = exchange.getRequestBody().skip(MAX_UNREAD);
        }
        HttpApiResponse response =
                refused ? application.refusal(fault.get(), head) : application.receive(head, exchange.getRequestBody());
        faults.gate().after(visit);
        if (fault.filter(FaultKind.LOST_RESPONSE::equals).isEmpty()) {
            send(exchange, response);
        }
    }

    /** Returns the fault for a request; the gate decides before the plan. */
    private Optional<FaultKind> verdict(RequestInterceptor.Visit visit, HttpApiRequest request) {
        return switch (faults.gate().before(visit)) {
            case PASS -> fault(request);
            case REFUSE -> Optional.of(FaultKind.REFUSE);
            case LOSE -> Optional.of(FaultKind.LOST_RESPONSE);
        };
    }

    /** Describes a request by operation and object, because HTTP methods differ between protocols. */
    private RequestInterceptor.Visit visit(HttpApiRequest request) {
        String caller = request.header("user-agent").orElse("");
        return application
                .subject(request)
                .map(subject ->
                        new RequestInterceptor.Visit(caller, subject.operation().word(), subject.about()))
                .orElseGet(() -> new RequestInterceptor.Visit(caller, SimulatedOperation.READ.word(), request.path()));
    }

    private Optional<HttpApiResponse> respond(
            RequestInterceptor.Visit visit, HttpApiRequest request, Optional<FaultKind> fault) {
        Optional<HttpApiResponse> response = carryOut(request, fault);
        if (fault.filter(FaultKind.REFUSE::equals).isEmpty()) {
            faults.gate().after(visit);
        }
        return response;
    }

    /** Processes a request; empty if no response is to be sent. */
    private Optional<HttpApiResponse> carryOut(HttpApiRequest request, Optional<FaultKind> fault) {
        return switch (fault.orElse(null)) {
            case null -> Optional.of(application.answer(request));
            case REFUSE -> Optional.empty();
            case LOST_RESPONSE -> {
                application.answer(request);
                yield Optional.empty();
            }
            case DELAY -> {
                pause();
                yield Optional.of(application.answer(request));
            }
            case FaultKind told -> Optional.of(application.refusal(told, request));
        };
    }

    private Optional<FaultKind> fault(HttpApiRequest request) {
        if (storm.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return Optional.of(FaultKind.ERROR_STORM);
        }
        Optional<FaultKind> fault = application
                .subject(request)
                .flatMap(subject -> faults.next(FaultKind.Stage.WIRE, subject.operation(), subject.about()));
        if (fault.filter(FaultKind.ERROR_STORM::equals).isPresent()) {
            storm.set(STORM - 1);
        }
        return fault;
    }

    private static void pause() {
        try {
            Thread.sleep(LATE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, HttpApiResponse response) throws IOException {
        response.headers().forEach(exchange.getResponseHeaders()::set);
        boolean bodiless = response.body().length == 0 || "HEAD".equals(exchange.getRequestMethod());
        exchange.sendResponseHeaders(response.status(), bodiless ? -1 : response.body().length);
        if (!bodiless) {
            exchange.getResponseBody().write(response.body());
        }
    }

    /** Sends each chunk as soon as it is available. */
    private static void send(HttpExchange exchange, StreamedResponse response) throws IOException {
        response.headers().forEach(exchange.getResponseHeaders()::set);
        try (InputStream body = response.body()) {
            if ("HEAD".equals(exchange.getRequestMethod())) {
                response.length()
                        .ifPresent(
                                length -> exchange.getResponseHeaders().set("Content-Length", Long.toString(length)));
                exchange.sendResponseHeaders(response.status(), -1);
                return;
            }
            exchange.sendResponseHeaders(response.status(), response.length().orElse(0));
            byte[] piece = new byte[response.length().isPresent() ? 65_536 : 8192];
            for (int length = body.read(piece); length >= 0; length = body.read(piece)) {
                exchange.getResponseBody().write(piece, 0, length);
                if (response.length().isEmpty()) {
                    exchange.getResponseBody().flush();
                }
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
