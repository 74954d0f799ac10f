package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.testing.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that serves the API of a simulated infrastructure, which tests kill. What lies behind it, the records and the virtual
 * machines, lives in the process of the test and survives.
 */
final class ApiFront implements AutoCloseable {
    private final int port;
    private final int target;
    private Process process;

    private ApiFront(int port, int target) {
        this.port = port;
        this.target = target;
    }

    static ApiFront start(int target) throws IOException {
        ApiFront front = new ApiFront(freePort(), target);
        front.launch();
        return front;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    /** Kills the process, leaves the API down for some time, and starts it again at the same port. */
    void restart(long downMillis) throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        Thread.sleep(downMillis);
        launch();
    }

    private void launch() throws IOException {
        List<String> words = new ArrayList<>(
                Tool.of("front", ApiFront.class, session -> null).java(List.of("-XX:TieredStopAtLevel=1")));
        words.addAll(List.of(String.valueOf(port), String.valueOf(target)));
        process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.getInputStream().read() < 0) {
            throw new IOException("the API front did not start");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Forwards connections from one loopback port to another until it is killed. */
    public static void main(String[] arguments) throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])));
            System.out.println("listening");
            System.out.flush();
            while (true) {
                Socket client = server.accept();
                Thread.startVirtualThread(() -> forward(client, Integer.parseInt(arguments[1])));
            }
        }
    }

    private static void forward(Socket client, int target) {
        try (client;
                Socket api = new Socket(InetAddress.getLoopbackAddress(), target)) {
            Thread answers = Thread.startVirtualThread(() -> copy(api, client));
            copy(client, api);
            answers.join();
        } catch (IOException unreachable) {
            // Closing the client's connection tells it.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
            to.shutdownOutput();
        } catch (IOException broken) {
            // Whichever side broke off, the other one is closed with it.
            return;
        }
    }
}
