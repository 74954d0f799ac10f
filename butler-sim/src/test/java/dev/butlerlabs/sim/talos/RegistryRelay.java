package dev.butlerlabs.sim.talos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Relays connections from the gateway address of an internal Docker network to the registry of the test bench. */
final class RegistryRelay implements AutoCloseable {
    private final ServerSocket listener;
    private final InetSocketAddress registry;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private RegistryRelay(ServerSocket listener, InetSocketAddress registry) {
        this.listener = listener;
        this.registry = registry;
    }

    static RegistryRelay start(String gateway, URI registry) {
        try {
            ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByName(gateway));
            RegistryRelay relay =
                    new RegistryRelay(listener, new InetSocketAddress(registry.getHost(), registry.getPort()));
            relay.threads.execute(relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on the gateway " + gateway, e);
        }
    }

    String url() {
        return "http://%s:%d".formatted(listener.getInetAddress().getHostAddress(), listener.getLocalPort());
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                threads.execute(() -> connect(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        try (client;
                Socket server = new Socket(registry.getAddress(), registry.getPort())) {
            threads.execute(() -> copy(client, server));
            copy(server, client);
        } catch (IOException unreachable) {
            // The client sees a closed connection and tries again.
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException broken) {
            // The other direction ends too.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
