package dev.butlerlabs.core.embedded.patch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A kube-apiserver with its etcd on loopback, as long as a test needs it. */
final class ScratchApiServer implements AutoCloseable {
    private final Path programs;
    private final Path directory;
    private final String token = UUID.randomUUID().toString();
    private final int etcdPort = freePort();
    private final int port = freePort();
    private final List<Process> processes = new ArrayList<>();

    private ScratchApiServer(Path programs) throws IOException {
        this.programs = programs;
        this.directory = Files.createTempDirectory("butler-patch-");
    }

    /** The folder with the programs: the one users of envtest know, else the newest of our own cache. */
    static Optional<Path> programs() {
        Path cache = Path.of(System.getProperty("user.home"), ".cache", "butler", "testbench");
        try (Stream<Path> versions = Files.isDirectory(cache) ? Files.list(cache) : Stream.empty()) {
            Stream<Path> named = Optional.ofNullable(System.getenv("KUBEBUILDER_ASSETS")).map(Path::of).stream();
            return Stream.concat(named, versions.sorted(Comparator.reverseOrder()))
                    .filter(folder -> Files.isExecutable(folder.resolve("etcd")))
                    .filter(folder -> Files.isExecutable(folder.resolve("kube-apiserver")))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ScratchApiServer start(Path programs) throws IOException, InterruptedException {
        ScratchApiServer server = new ScratchApiServer(programs);
        try {
            server.startPrograms();
            server.awaitReady();
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void startPrograms() throws IOException {
        String etcd = "http://127.0.0.1:" + etcdPort;
        String peer = "http://127.0.0.1:" + freePort();
        launch(
                "etcd",
                "--data-dir=etcd",
                "--listen-client-urls=" + etcd,
                "--advertise-client-urls=" + etcd,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                "--unsafe-no-fsync=true",
                "--log-level=error");
        writePrivately("tokens.csv", token + ",tester,1000,\"system:masters\"\n");
        writePrivately("accounts.key", privateKey());
        launch(
                "kube-apiserver",
                "--etcd-servers=" + etcd,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=.",
                "--endpoint-reconciler-type=none",
                "--token-auth-file=tokens.csv",
                "--authorization-mode=AlwaysAllow",
                "--disable-admission-plugins=ServiceAccount",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=accounts.key",
                "--service-account-signing-key-file=accounts.key",
                "--service-cluster-ip-range=10.0.0.0/24");
    }

    private void launch(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(programs.resolve(program).toString()));
        command.addAll(List.of(arguments));
        processes.add(new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(program + ".log").toFile())
                .start());
    }

    private void awaitReady() throws InterruptedException {
        for (int attempt = 0; attempt < 600; attempt++) {
            if (processes.stream().anyMatch(process -> !process.isAlive())) {
                throw new IllegalStateException("etcd or kube-apiserver ended early; see " + directory);
            }
            if (Files.exists(directory.resolve("apiserver.key")) && isReady()) {
                return;
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("the API server is not ready after a minute");
    }

    private boolean isReady() {
        try {
            return server().call("GET", "/readyz", "application/json", "").statusCode() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    RealApi.Server server() {
        HttpClient http = HttpClient.newBuilder()
                .sslContext(trust())
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        return new RealApi.Server(http, URI.create("https://127.0.0.1:" + port), token);
    }

    private SSLContext trust() {
        try (InputStream file = Files.newInputStream(directory.resolve("apiserver.crt"))) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                store.setCertificateEntry(UUID.randomUUID().toString(), certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void writePrivately(String name, String text) throws IOException {
        Path file = Files.createFile(
                directory.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    private static String privateKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
            return "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
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

    @Override
    public void close() throws IOException {
        processes.reversed().forEach(ScratchApiServer::stop);
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    private static void stop(Process process) {
        try {
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
