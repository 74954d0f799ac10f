package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A server on loopback that counts connections and drops them, as the endpoint of an attacker would. */
final class Eavesdropper implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;

    private final ServerSocket socket;
    private final Semaphore connections = new Semaphore(0);

    private Eavesdropper(ServerSocket socket) {
        this.socket = socket;
    }

    static Eavesdropper listen() throws IOException {
        Eavesdropper server = new Eavesdropper(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(server::accept);
        return server;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try (Socket _ = socket.accept()) {
                connections.release();
            } catch (IOException e) {
                // Closing the server socket ends the loop; a connection that breaks was counted before.
            }
        }
    }

    int port() {
        return socket.getLocalPort();
    }

    void requireSilenceFor(Duration time) {
        try {
            assertThat(connections.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS))
                    .as("a connection to 127.0.0.1:" + port())
                    .isFalse();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    void awaitConnection() {
        try {
            assertThat(connections.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("a connection to 127.0.0.1:" + port())
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
