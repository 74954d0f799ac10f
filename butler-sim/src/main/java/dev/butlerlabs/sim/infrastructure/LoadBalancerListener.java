package dev.butlerlabs.sim.infrastructure;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A listening load balancer port: distributes connections round-robin to the targets that accept connections. */
public final class LoadBalancerListener implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofMillis(500);
    private static final int BACKLOG = 200;

    private final ServerSocket listener;
    private final Supplier<List<InetSocketAddress>> targets;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger turn = new AtomicInteger();

    private LoadBalancerListener(ServerSocket listener, Supplier<List<InetSocketAddress>> targets) {
        this.listener = listener;
        this.targets = targets;
    }

    /**
     * Opens the listener; empty if this machine does not permit listening there, as on privileged ports. The listener
     * then exists only in API responses.
     */
    public static Optional<LoadBalancerListener> open(
            String address, int port, Supplier<List<InetSocketAddress>> targets) {
        try {
            ServerSocket listener = new ServerSocket(port, BACKLOG, InetAddress.getByName(address));
            LoadBalancerListener forwarder = new LoadBalancerListener(listener, targets);
            forwarder.threads.execute(forwarder::accept);
            return Optional.of(forwarder);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                threads.execute(() -> forward(client));
            } catch (IOException e) {
                close();
            }
        }
    }

    private void forward(Socket client) {
        try (client;
                Socket target = target().orElseThrow(() -> new IOException("no target accepts connections"))) {
            Thread back = Thread.startVirtualThread(() -> copy(target, client));
            copy(client, target);
            back.join();
        } catch (IOException e) {
            // Both ends see the connection close.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Socket> target() {
        List<InetSocketAddress> all = targets.get();
        int first = turn.getAndIncrement();
        for (int i = 0; i < all.size(); i++) {
            Optional<Socket> connected = connect(all.get(Math.floorMod(first + i, all.size())));
            if (connected.isPresent()) {
                return connected;
            }
        }
        return Optional.empty();
    }

    private static Optional<Socket> connect(InetSocketAddress target) {
        Socket socket = new Socket();
        try {
            socket.connect(target, (int) CONNECT_LIMIT.toMillis());
            return Optional.of(socket);
        } catch (IOException e) {
            close(socket);
            return Optional.empty();
        }
    }

    /** Copies bytes until one end closes its output, then closes the output of the other. */
    private static void copy(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
            to.shutdownOutput();
        } catch (IOException e) {
            close(from);
            close(to);
        }
    }

    private static void close(Closeable resource) {
        try {
            resource.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        close(listener);
        threads.shutdownNow();
    }
}
