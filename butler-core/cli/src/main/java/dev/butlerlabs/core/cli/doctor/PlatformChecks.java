package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.context.CurrentContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.identity.access.AccessQuestion;
import dev.butlerlabs.core.identity.access.AccessReviewClient;
import dev.butlerlabs.core.kube.ContextSource;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerTime;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Checks of the selected cluster and of the connection to it. Each check connects by itself, so that none waits for another. */
public final class PlatformChecks {
    private static final String CONTROLLERS = "butler-controllers";
    private static final String SERVER = "Server";

    private final String tool;
    private final CommandContext session;
    private final ConnectionOptions connection;
    private final Duration limit;

    /** @param limit time limit of a request */
    public PlatformChecks(String tool, CommandContext session, ConnectionOptions connection, Duration limit) {
        this.tool = tool;
        this.session = session;
        this.connection = connection;
        this.limit = limit;
    }

    /** Returns the check of the kubeconfig resolution. */
    public DoctorCheck context() {
        return DoctorCheck.of("Context", () -> {
            CurrentContext current = CurrentContext.find(session, connection);
            return DoctorResult.ok(
                    "Context",
                    "%s (context %s of %s, server %s), because %s. The first of these decides: %s."
                            .formatted(
                                    current.name(),
                                    current.context().name(),
                                    current.files(),
                                    current.context().server(),
                                    current.reason(),
                                    ContextSource.order()));
        });
    }

    public DoctorCheck proxy() {
        return new DoctorCheck(
                ProxyEvaluator.CHECK,
                () -> new ProxyEvaluator(session.terminal()::environment)
                        .findings(current()
                                .map(context -> URI.create(context.context().server()))));
    }

    public DoctorCheck server() {
        return checked(SERVER, client -> {
            KubeErrorMapper.translating("reading the version of the server", client::getKubernetesVersion);
            boolean isPlatform = KubeErrorMapper.translating(
                            "reading the API groups", () -> client.getApiGroup("butler.butlerlabs.dev"))
                    != null;
            return List.of(
                    isPlatform
                            ? DoctorResult.ok(
                                    SERVER, "%s is a Butler management cluster.".formatted(client.getMasterUrl()))
                            : DoctorResult.problem(
                                    SERVER,
                                    "%s is reachable, but not a Butler management cluster."
                                            .formatted(client.getMasterUrl()),
                                    "Select the management cluster with 'context use NAME' or --context NAME."));
        });
    }

    public DoctorCheck clock() {
        return further(
                ClockEvaluator.CHECK,
                client -> List.of(ClockEvaluator.difference(session.clock().instant(), ServerTime.reported(client))));
    }

    public DoctorCheck certificate() {
        return new DoctorCheck(
                "Certificate",
                () -> current()
                        .map(context -> URI.create(context.context().server()))
                        .filter(server -> "https".equals(server.getScheme()))
                        .flatMap(server -> ServerCertificateProbe.read(server, limit))
                        .map(certificate -> ClockEvaluator.certificate(
                                session.clock().instant(),
                                certificate.getNotBefore().toInstant(),
                                certificate.getNotAfter().toInstant()))
                        .map(List::of)
                        .orElse(List.of()));
    }

    public DoctorCheck versions() {
        return further(
                "Versions",
                client -> VersionEvaluator.findings(
                        BuildInfo.load().version(),
                        KubeErrorMapper.translating(
                                "reading the version of the server",
                                () -> client.getKubernetesVersion().getGitVersion()),
                        controllers(client),
                        VersionList.current(),
                        LocalDate.ofInstant(session.clock().instant(), ZoneOffset.UTC)));
    }

    /** Returns the tag of the image; users of the platform may not be permitted to read it. */
    private static Optional<String> controllers(KubernetesClient client) {
        try {
            return KubeErrorMapper.translating(
                            "reading the Deployment of the controllers",
                            () -> Optional.ofNullable(client.apps()
                                    .deployments()
                                    .inNamespace(Namespaces.SYSTEM)
                                    .withName(CONTROLLERS)
                                    .get()))
                    .map(deployment -> deployment
                            .getSpec()
                            .getTemplate()
                            .getSpec()
                            .getContainers()
                            .getFirst()
                            .getImage())
                    .map(image -> image.substring(image.lastIndexOf(':') + 1));
        } catch (ButlerException notPermitted) {
            return Optional.empty();
        }
    }

    /** Returns the check that the user may do what the tool needs. */
    public DoctorCheck permissions(List<AccessQuestion> needed) {
        return further("Permissions", client -> {
            AccessReviewClient reviews = new AccessReviewClient(client);
            List<AccessQuestion> missing = needed.stream()
                    .filter(question -> !Boolean.TRUE.equals(
                            reviews.decide(question, Optional.empty()).getAllowed()))
                    .toList();
            return List.of(PermissionEvaluator.finding(needed.size(), missing));
        });
    }

    /** Returns a check whose failure is reported only if the server answers. */
    private DoctorCheck further(String name, Function<KubernetesClient, List<DoctorResult>> body) {
        return checked(name, body).after(SERVER);
    }

    private DoctorCheck checked(String name, Function<KubernetesClient, List<DoctorResult>> body) {
        return new DoctorCheck(name, () -> {
            if (current().isEmpty()) {
                // The check of the context reports why.
                return List.of();
            }
            try (KubernetesClient usual = ClusterConnector.open(tool, session, connection);
                    KubernetesClient client = KubeConnector.impatient(usual, limit)) {
                return body.apply(client);
            }
        });
    }

    private Optional<CurrentContext> current() {
        try {
            return Optional.of(CurrentContext.find(session, connection));
        } catch (ButlerException noneSelected) {
            return Optional.empty();
        }
    }
}
