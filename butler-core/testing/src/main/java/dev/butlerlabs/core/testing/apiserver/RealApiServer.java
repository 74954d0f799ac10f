package dev.butlerlabs.core.testing.apiserver;

import dev.butlerlabs.core.testing.TestAwait;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A kube-apiserver with its etcd, alone on loopback in a directory of its own. The controller manager, which deletes
 * dependents and empties namespaces, is started separately: it learns at once only of the kinds that exist by then.
 */
public final class RealApiServer implements ApiServerUnderTest {

    private static final Pattern BLOB = Pattern.compile("\"blob\"\\s*:\\s*\"([^\"]*)\"");
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String AUDIT_LOG = "audit.log";

    /** In bytes. Thousands of tenant clusters could exceed the default, which is a quarter of it. */
    private static final long STORE_LIMIT = 8L << 30;

    private static final String AUDIT_POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived, ResponseStarted]
            rules:
            - level: Metadata
            """;

    private final Use use;
    private final TestBench bench;
    private final Path directory;
    private final String token = HexFormat.of().formatHex(randomBytes());
    private final int etcdPort = freePort();
    private final int securePort = freePort();
    private final ConcurrentLinkedDeque<TestServerProcess> daemons = new ConcurrentLinkedDeque<>();
    private final Map<Account, String> accountTokens;
    private final Optional<String> authentication;
    private Optional<TestServerProcess> apiServer = Optional.empty();

    private enum Use {
        SHARED,
        ALONE,
        MEASURED,
        DURABLE
    }

    /**
     * A user other than the administrator.
     *
     * @param groups besides {@code system:authenticated}, which the server adds
     */
    public record Account(String user, List<String> groups) {
        public Account {
            groups = List.copyOf(groups);
        }
    }

    private RealApiServer(
            TestBench bench, Path directory, Use use, List<Account> accounts, Optional<String> authentication) {
        this.authentication = authentication;
        this.use = use;
        this.bench = bench;
        this.directory = directory;
        this.accountTokens = accounts.stream()
                .collect(Collectors.toMap(
                        account -> account, account -> HexFormat.of().formatHex(randomBytes())));
    }

    /** The one server all tests of this process share; absent where the test bench is. */
    public static Optional<RealApiServer> shared() {
        return Shared.SERVER;
    }

    /** One that does not wait for the disk: quick, and good enough for tests. */
    public static RealApiServer start(TestBench bench) {
        return start(bench, Use.ALONE, List.of(), Optional.empty());
    }

    /** Starts a server that authorizes by RBAC and records every request of these accounts in {@link #auditLog}. */
    public static RealApiServer startWithRbac(TestBench bench, List<Account> accounts) {
        return start(bench, Use.ALONE, accounts, Optional.empty());
    }

    /** Starts a server that authorizes by RBAC and records only the requests of these accounts in {@link #auditLog}, of which there may be many. */
    public static RealApiServer startMeasured(TestBench bench, List<Account> accounts) {
        return start(bench, Use.MEASURED, accounts, Optional.empty());
    }

    /**
     * Starts a server that authorizes by RBAC and also accepts the tokens of an identity provider.
     *
     * @param authentication an AuthenticationConfiguration as YAML
     */
    public static RealApiServer startWithRbac(TestBench bench, List<Account> accounts, String authentication) {
        return start(bench, Use.ALONE, accounts, Optional.of(authentication));
    }

    /** One that forces every write to disk, as in production. */
    public static RealApiServer startDurable(TestBench bench) {
        return start(bench, Use.DURABLE, List.of(), Optional.empty());
    }

    private static RealApiServer start(
            TestBench bench, Use use, List<Account> accounts, Optional<String> authentication) {
        RealApiServer server = new RealApiServer(bench, privateDirectory(), use, accounts, authentication);
        try {
            server.startEtcd();
            server.startApiServer();
            return server;
        } catch (RuntimeException e) {
            server.stop();
            throw e;
        }
    }

    @Override
    public ApiServerTarget target() {
        return new ApiServerTarget(
                "kube-apiserver", URI.create("https://127.0.0.1:" + securePort), token, read("apiserver.crt"));
    }

    /** The same server for one of the accounts it was started with. */
    public ApiServerTarget target(Account account) {
        ApiServerTarget administrator = target();
        return new ApiServerTarget(
                account.user(), administrator.server(), accountTokens.get(account), administrator.authorityPem());
    }

    /** The audit events of all accounts, one JSON document per line; empty without accounts. */
    public List<String> auditLog() {
        return accountTokens.isEmpty() ? List.of() : read(AUDIT_LOG).lines().toList();
    }

    /** The file with the audit events, which does not exist before the first one. */
    public Path auditLogFile() {
        return directory.resolve(AUDIT_LOG);
    }

    /** Starts garbage collection, namespace deletion and quotas, if the bench has them. */
    @Override
    public synchronized boolean startControllers() {
        if (!bench.has("kube-controller-manager")) {
            return false;
        }
        if (daemons.size() < 3) {
            writePrivately("controllers.kubeconfig", TestKubeconfig.of(target()));
            launch(
                    "kube-controller-manager",
                    "--kubeconfig=controllers.kubeconfig",
                    "--controllers=garbage-collector-controller,namespace-controller,resourcequota-controller",
                    "--leader-elect=false",
                    "--bind-address=127.0.0.1",
                    "--secure-port=0",
                    "--kube-api-qps=500",
                    "--kube-api-burst=500");
        }
        return true;
    }

    @Override
    public void forgetHistory() {
        URI etcd = URI.create("http://127.0.0.1:" + etcdPort + "/v3/kv/");
        try (HttpClient client = HttpClient.newHttpClient()) {
            String range = post(client, etcd.resolve("range"), "{\"key\":\"AA==\"}");
            String revision = range.replaceAll("(?s).*\"revision\"\\s*:\\s*\"(\\d+)\".*", "$1");
            post(client, etcd.resolve("compaction"), "{\"revision\":\"" + revision + "\",\"physical\":true}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns a snapshot of its etcd, with the checksum at its end. */
    public byte[] etcdSnapshot() {
        URI snapshot = URI.create("http://127.0.0.1:" + etcdPort + "/v3/maintenance/snapshot");
        try (HttpClient client = HttpClient.newHttpClient()) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            Matcher blobs = BLOB.matcher(post(client, snapshot, "{}"));
            while (blobs.find()) {
                content.writeBytes(Base64.getDecoder().decode(blobs.group(1)));
            }
            return content.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean isEmbedded() {
        return false;
    }

    /** The shared server goes on for the tests that follow and ends with the process. */
    @Override
    public void close() {
        if (use != Use.SHARED) {
            stop();
        }
    }

    private void stop() {
        for (TestServerProcess daemon = daemons.pollLast(); daemon != null; daemon = daemons.pollLast()) {
            daemon.close();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void startEtcd() {
        int peerPort = freePort();
        TestServerProcess etcd = launch(
                "etcd",
                "--data-dir=etcd",
                "--listen-client-urls=http://127.0.0.1:" + etcdPort,
                "--advertise-client-urls=http://127.0.0.1:" + etcdPort,
                "--listen-peer-urls=http://127.0.0.1:" + peerPort,
                "--initial-advertise-peer-urls=http://127.0.0.1:" + peerPort,
                "--initial-cluster=default=http://127.0.0.1:" + peerPort,
                "--unsafe-no-fsync=" + (use != Use.DURABLE),
                "--quota-backend-bytes=" + STORE_LIMIT,
                "--log-level=warn");
        try (HttpClient client = HttpClient.newHttpClient()) {
            awaitOk(client, URI.create("http://127.0.0.1:" + etcdPort + "/health"), etcd);
        }
    }

    /** Takes the API server away; etcd keeps the objects. */
    public void stopApiServer() {
        apiServer.filter(daemons::remove).ifPresent(TestServerProcess::close);
    }

    /** Brings it to where it was. */
    public void startApiServer() {
        writePrivately("tokens.csv", token + ",conformance,1000,\"system:masters\"\n" + accountLines());
        writePrivately("service-accounts.key", newPrivateKey());
        List<String> arguments = new ArrayList<>(List.of(
                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + securePort,
                "--cert-dir=.",
                "--endpoint-reconciler-type=none",
                "--token-auth-file=tokens.csv",
                "--authorization-mode=" + (accountTokens.isEmpty() ? "AlwaysAllow" : "RBAC"),
                "--disable-admission-plugins=ServiceAccount",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=service-accounts.key",
                "--service-account-signing-key-file=service-accounts.key",
                "--service-cluster-ip-range=10.0.0.0/24",
                "--feature-gates=" + (use == Use.MEASURED ? bench.measuredGates() : bench.featureGates())));
        if (!accountTokens.isEmpty()) {
            writePrivately("audit-policy.yaml", AUDIT_POLICY + (use == Use.MEASURED ? accountsOnly() : ""));
            arguments.addAll(List.of(
                    "--audit-policy-file=audit-policy.yaml",
                    "--audit-log-path=" + AUDIT_LOG,
                    // In MiB; a file that is rotated would be missing in the log.
                    "--audit-log-maxsize=100000"));
        }
        authentication.ifPresent(configuration -> {
            writePrivately("authentication.yaml", configuration);
            arguments.add("--authentication-config=authentication.yaml");
        });
        TestServerProcess server = launch("kube-apiserver", arguments.toArray(String[]::new));
        apiServer = Optional.of(server);
        await("the key of the kube-apiserver", () -> Files.exists(directory.resolve("apiserver.key")), server);
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(target().trust()).build()) {
            awaitOk(client, target().server().resolve("/readyz"), server);
        }
    }

    /** Restricts the rule of the audit policy, and adds one that records nothing else. */
    private String accountsOnly() {
        String users = accountTokens.keySet().stream().map(Account::user).collect(Collectors.joining(", "));
        return "  users: [%s]%n- level: None%n".formatted(users);
    }

    private String accountLines() {
        StringBuilder lines = new StringBuilder();
        accountTokens.forEach((account, secret) -> lines.append("%s,%s,%s,\"%s\"%n"
                .formatted(secret, account.user(), account.user(), String.join(",", account.groups()))));
        return lines.toString();
    }

    private TestServerProcess launch(String program, String... arguments) {
        TestServerProcess daemon = TestServerProcess.start(directory, bench.program(program), List.of(arguments));
        daemons.add(daemon);
        return daemon;
    }

    private void awaitOk(HttpClient client, URI uri, TestServerProcess daemon) {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + token)
                .timeout(Duration.ofSeconds(5))
                .build();
        await(uri + " answers", () -> answersOk(client, request), daemon);
    }

    private static boolean answersOk(HttpClient client, HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits for a condition while the process runs; fails with the last output of the process. */
    private static void await(String what, Callable<Boolean> condition, TestServerProcess daemon) {
        try {
            TestAwait.upTo(PATIENCE, what).pollInterval(Duration.ofMillis(100)).until(() -> {
                boolean holds = condition.call();
                if (!holds) {
                    daemon.requireAlive();
                }
                return holds;
            });
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(e.getMessage() + ":\n" + daemon.lastWords(), e);
        }
    }

    private static String post(HttpClient client, URI uri, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("etcd answered " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }

    private String read(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writePrivately(String file, String text) {
        try {
            Path path = directory.resolve(file);
            Files.deleteIfExists(path);
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path privateDirectory() {
        try {
            return Files.createTempDirectory("butler-apiserver-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String newPrivateKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
            return "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Started by the first test that asks, stopped when the process ends. */
    private static final class Shared {
        private static final Optional<RealApiServer> SERVER = TestBench.find().map(Shared::startForGood);

        private static RealApiServer startForGood(TestBench bench) {
            RealApiServer server = RealApiServer.start(bench, Use.SHARED, List.of(), Optional.empty());
            Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
            return server;
        }
    }
}
