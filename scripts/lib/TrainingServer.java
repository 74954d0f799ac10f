import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Replaces an API server on loopback while scripts/lib/tool.sh trains an AOT cache: answers reads with a list of tenant clusters, and writes with the
 * object that was sent. Exits after a minute.
 */
final class TrainingServer {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** Arguments: a key store and its password, a file with the answer, and the file into which the port is written. */
    public static void main(String[] arguments) throws IOException, GeneralSecurityException, InterruptedException {
        byte[] list = Files.readAllBytes(Path.of(arguments[2]));
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls(Path.of(arguments[0]), arguments[1].toCharArray())));
        server.createContext("/", exchange -> answer(exchange, list));
        server.start();
        Path port = Path.of(arguments[3]);
        Path written = Files.writeString(Path.of(port + ".new"), Integer.toString(server.getAddress().getPort()));
        Files.move(written, port, StandardCopyOption.ATOMIC_MOVE);
        Thread.sleep(LIMIT);
        System.exit(0);
    }

    private static SSLContext tls(Path file, char[] password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream input = Files.newInputStream(file)) {
            store.load(input, password);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), null, null);
        return tls;
    }

    private static void answer(HttpExchange exchange, byte[] list) throws IOException {
        byte[] sent = exchange.getRequestBody().readAllBytes();
        byte[] answer = sent.length == 0 ? list : sent;
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }
}
