package dev.butlerlabs.sim.gcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The listening address of a forwarding rule: passes connections to the backends in turn, on the same port. */
final class GcpPassthroughListener implements AutoCloseable {
    private static final int CONNECT_MILLIS = 500;
    private static final int BACKLOG = 200;

    private final ServerSocket listener;
    private final Supplier<List<String>> targets;
    private final AtomicInteger turn = new AtomicInteger();

    private GcpPassthroughListener(ServerSocket listener, Supplier<List<String>> targets) {
        this.listener = listener;
        this.targets = targets;
    }

    /** Opens the listener; empty if this machine does not permit listening there, as on privileged ports. */
    static Optional<GcpPassthroughListener> open(String address, int port, Supplier<List<String>> targets) {
        try {
            GcpPassthroughListener opened = new GcpPassthroughListener(
                    new ServerSocket(port, BACKLOG, InetAddress.getByName(address)), targets);
            Thread.ofVirtual().name("forwarding rule " + address).start(opened::accept);
            return Optional.of(opened);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> forward(client));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void forward(Socket client) {
        try (client) {
            Optional<Socket> target = connect();
            if (target.isPresent()) {
                try (Socket server = target.get()) {
                    Thread back = Thread.ofVirtual().start(() -> copy(server, client));
                    copy(client, server);
                    back.join();
                }
            }
        } catch (IOException _) {
            // One end has closed, so the connection is closed.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<Socket> connect() {
        List<String> all = targets.get();
        int first = turn.getAndIncrement();
        for (int i = 0; i < all.size(); i++) {
            Socket socket = new Socket();
            try {
                String address = all.get(Math.floorMod(first + i, all.size()));
                socket.connect(new InetSocketAddress(address, listener.getLocalPort()), CONNECT_MILLIS);
                return Optional.of(socket);
            } catch (IOException _) {
                close(socket);
            }
        }
        return Optional.empty();
    }

    /** Copies bytes until one end closes its output, then closes the output of the other. */
    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
