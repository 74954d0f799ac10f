package dev.butlerlabs.core.webhook;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** The HTTPS server of the admission webhook. API servers do not authenticate; the server does not request client certificates. */
final class WebhookServer implements AutoCloseable {
    private final HttpsServer server;
    private final ExecutorService executor;

    private WebhookServer(HttpsServer server, ExecutorService executor) {
        this.server = server;
        this.executor = executor;
    }

    /**
     * Starts the server.
     *
     * @throws ButlerException if the address cannot be bound
     */
    static WebhookServer start(InetSocketAddress address, AdmissionReviewHandler handler, KeyManager keys) {
        HttpServerTimeouts.configure();
        try {
            HttpsServer server = HttpsServer.create(address, 0);
            server.setHttpsConfigurator(new HttpsConfigurator(tls(keys)));
            server.createContext("/", handler);
            ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
            server.setExecutor(executor);
            server.start();
            return new WebhookServer(server, executor);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Cannot listen on %s:%d.".formatted(address.getHostString(), address.getPort()),
                    "Choose another address with --webhook-address; port 0 selects a free port.",
                    List.of(),
                    e);
        }
    }

    private static SSLContext tls(KeyManager keys) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new ButlerException(ErrorCode.INTERNAL, "Cannot configure TLS for the admission webhook.", e);
        }
    }

    InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
