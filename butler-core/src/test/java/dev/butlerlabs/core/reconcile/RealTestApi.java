package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.Kubeconfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A kube-apiserver with its etcd on loopback, in a folder of its own. The API server can be restarted; etcd keeps the objects. */
final class RealTestApi implements TestApi {
    static final String ABSENT = "no kube-apiserver and etcd here: set KUBEBUILDER_ASSETS, or run scripts/testbench";

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path programs;
    private final Path folder;
    private final String token = UUID.randomUUID().toString();
    private final int etcdPort = freePort();
    private final int port = freePort();
    private final Process etcd;
    private Process server;

    private RealTestApi(Path programs) {
        this.programs = programs;
        this.folder = temporaryFolder();
        write("tokens.csv", token + ",tester,1000,\"system:masters\"\n");
        write("service-accounts.key", privateKey());
        this.etcd = launch(
                "etcd",
                "--data-dir=etcd",
                "--listen-client-urls=http://127.0.0.1:" + etcdPort,
                "--advertise-client-urls=http://127.0.0.1:" + etcdPort,
                "--listen-peer-urls=http://127.0.0.1:0",
                "--unsafe-no-fsync=true",
                "--log-level=warn");
    }

    /** Where the programs are: KUBEBUILDER_ASSETS first, else the newest in the cache of the user. */
    static Optional<Path> programs() {
        Path cache = Path.of(System.getProperty("user.home"), ".cache", "butler", "testbench");
        return Stream.concat(
                        Stream.ofNullable(System.getenv("KUBEBUILDER_ASSETS")).map(Path::of), folders(cache))
                .filter(folder -> Stream.of("etcd", "kube-apiserver")
                        .allMatch(program -> Files.isExecutable(folder.resolve(program))))
                .findFirst();
    }

    private static Stream<Path> folders(Path cache) {
        if (!Files.isDirectory(cache)) {
            return Stream.empty();
        }
        try (Stream<Path> entries = Files.list(cache)) {
            return entries.sorted(Comparator.reverseOrder()).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RealTestApi start(Path programs) {
        RealTestApi api = new RealTestApi(programs);
        try {
            api.startAgain();
            return api;
        } catch (RuntimeException e) {
            api.close();
            throw e;
        }
    }

    @Override
    public Kubeconfig kubeconfig() {
        return Kubeconfig.of(
                "test",
                Map.of(
                        "server",
                        "https://127.0.0.1:" + port,
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(read("apiserver.crt"))),
                Map.of("token", token));
    }

    @Override
    public void startAgain() {
        server = launch(
                "kube-apiserver",
                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=.",
                "--endpoint-reconciler-type=none",
                "--token-auth-file=tokens.csv",
                "--authorization-mode=AlwaysAllow",
                "--disable-admission-plugins=ServiceAccount",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=service-accounts.key",
                "--service-account-signing-key-file=service-accounts.key",
                "--service-cluster-ip-range=10.0.0.0/24");
        awaitReady();
    }

    @Override
    public void stop() {
        end(server);
    }

    @Override
    public void close() {
        end(server);
        end(etcd);
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > deadline || !server.isAlive()) {
                throw new IllegalStateException("kube-apiserver is not ready");
            }
            pause();
        }
    }

    private boolean isReady() {
        if (!Files.exists(folder.resolve("apiserver.key"))) {
            return false;
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/readyz"))
                .header("Authorization", "Bearer " + token)
                .timeout(Duration.ofSeconds(5))
                .build();
        try (HttpClient client = HttpClient.newBuilder().sslContext(trust()).build()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException | GeneralSecurityException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private SSLContext trust() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var pem = Files.newInputStream(folder.resolve("apiserver.crt"))) {
            int number = 0;
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("authority-" + number++, certificate);
            }
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private Process launch(String program, String... arguments) {
        try {
            Process process = new ProcessBuilder(
                            Stream.concat(Stream.of(programs.resolve(program).toString()), Stream.of(arguments))
                                    .toList())
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve(program + ".log").toFile()))
                    .start();
            // Should the test process end in a hurry, these must not stay behind.
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(Process process) {
        if (process == null) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void write(String file, String text) {
        try {
            Files.writeString(folder.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] read(String file) {
        try {
            return Files.readAllBytes(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("butler-reconcile-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String privateKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            byte[] newline = "\n".getBytes(StandardCharsets.US_ASCII);
            return "-----BEGIN PRIVATE KEY-----\n"
                    + Base64.getMimeEncoder(64, newline).encodeToString(key)
                    + "\n-----END PRIVATE KEY-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(100));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
