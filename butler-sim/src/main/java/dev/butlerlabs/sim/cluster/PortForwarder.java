package dev.butlerlabs.sim.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Listens on one address and forwards each connection to another one. Closing it closes all connections. */
public final class PortForwarder implements AutoCloseable {
    private static final Duration RELEASE_LIMIT = Duration.ofSeconds(5);

    private final ServerSocket listener;
    private final InetSocketAddress target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private final Thread acceptor;

    private PortForwarder(ServerSocket listener, InetSocketAddress target) {
        this.listener = listener;
        this.target = target;
        this.acceptor = Thread.ofVirtual()
                .name("forward " + listener.getLocalSocketAddress())
                .unstarted(this::accept);
    }

    /** Forwards to a port on 127.0.0.1. */
    static PortForwarder open(InetSocketAddress address, int target) {
        return open(address, new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
    }

    /**
     * Forwards to any address.
     *
     * @throws UncheckedIOException if the first address is in use
     */
    public static PortForwarder open(InetSocketAddress address, InetSocketAddress target) {
        try {
            ServerSocket listener = new ServerSocket();
            try {
                listener.bind(address);
            } catch (IOException e) {
                listener.close();
                throw e;
            }
            PortForwarder forwarder = new PortForwarder(listener, target);
            forwarder.acceptor.start();
            return forwarder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + address, e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> join(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void join(Socket client) {
        open.add(client);
        try (client;
                Socket server = new Socket(target.getAddress(), target.getPort())) {
            open.add(server);
            if (listener.isClosed()) {
                return;
            }
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            server.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Thread back = Thread.ofVirtual().start(() -> copy(server, client));
            copy(client, server);
            back.join();
            open.remove(server);
        } catch (IOException e) {
            // One end has closed, so the connection is closed.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
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
        open.forEach(PortForwarder::close);
        awaitRelease();
    }

    /** The port is free when the accepting thread has noticed that the listener is closed. */
    private void awaitRelease() {
        try {
            acceptor.join(RELEASE_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
