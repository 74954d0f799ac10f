package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.addon.HelmTask.Program;
import dev.butlerlabs.core.helm.ChartAccess;
import dev.butlerlabs.core.helm.ChartAccess.Login;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.helm.HelmInputValidator;
import dev.butlerlabs.core.helm.HelmTarget;
import dev.butlerlabs.core.helm.ReleaseName;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Creates the Helm commands for requests. Secrets are never arguments; all of them are in files. */
final class HelmTaskFactory {
    private static final String VALUES = "values.yaml";
    private static final String AUTHORITY = "ca.crt";
    private static final String REPOSITORIES = "repositories.yaml";
    private static final String REGISTRIES = "registries.json";
    private static final String ALIAS = "source";
    private static final String END_OF_OPTIONS = "--";
    private static final Duration REMOVAL = Duration.ofMinutes(10);

    private final KubernetesSerialization yaml;

    HelmTaskFactory(KubernetesSerialization yaml) {
        this.yaml = yaml;
    }

    /** Installs a chart or upgrades its release to the request; rolled back on failure. */
    HelmTask install(ChartRequest request) {
        Map<String, String> files = new TreeMap<>();
        files.put(VALUES, yaml.asYaml(new TreeMap<>(request.values())));
        Chart chart = chart(request, files);
        List<String> words = new ArrayList<>(List.of("upgrade", "--install"));
        words.addAll(chart.options());
        words.addAll(List.of("--version", request.version(), "--namespace", request.namespace()));
        if (request.createNamespace()) {
            words.add("--create-namespace");
        }
        words.addAll(List.of(
                "--atomic", "--reset-values", "--timeout", seconds(request.timeout()), "--values", path(VALUES)));
        words.addAll(kubeconfig(request.reach()));
        words.addAll(List.of(END_OF_OPTIONS, request.release(), chart.reference()));
        return new HelmTask(
                subject(request.release(), request.namespace(), request.reach()),
                Program.HELM,
                first(files),
                words,
                files,
                request.source() instanceof ChartSource.Archive archive
                        ? Optional.of(archive.configMap())
                        : Optional.empty(),
                request.reach(),
                request.timeout());
    }

    /**
     * A chart as arguments of Helm.
     *
     * @param options the options that locate it
     */
    private record Chart(String reference, List<String> options) {}

    private Chart chart(ChartRequest request, Map<String, String> files) {
        ChartAccess access = request.access();
        access.authority().ifPresent(pem -> files.put(AUTHORITY, pem));
        Chart chart = switch (request.source()) {
            case ChartSource.Archive archive -> new Chart(HelmTask.ARCHIVES + archive.file(), List.of());
            case ChartSource.Registry registry -> registry(registry, access, files);
            case ChartSource.Repository repository -> repository(repository, access, files);
        };
        List<String> options = new ArrayList<>(chart.options());
        if (access.authority().isPresent() && !files.containsKey(REPOSITORIES)) {
            options.addAll(List.of("--ca-file", path(AUTHORITY)));
        }
        return new Chart(chart.reference(), options);
    }

    private Chart registry(ChartSource.Registry registry, ChartAccess access, Map<String, String> files) {
        List<String> words = new ArrayList<>();
        if (access.isPlain()) {
            words.add("--plain-http");
        }
        access.login().ifPresent(login -> {
            files.put(REGISTRIES, yaml.asJson(registries(registry, login)));
            words.addAll(List.of("--registry-config", path(REGISTRIES)));
        });
        return new Chart(registry.reference(), words);
    }

    private static Map<String, Object> registries(ChartSource.Registry registry, Login login) {
        String host = registry.reference().substring(ChartSource.OCI.length()).replaceFirst("/.*", "");
        String word = login.user() + ":" + login.password().value();
        String encoded = Base64.getEncoder().encodeToString(word.getBytes(StandardCharsets.UTF_8));
        return Map.of("auths", Map.of(host, Map.of("auth", encoded)));
    }

    /** Writes a repository with a login to a file, since the arguments of Helm would show the password. */
    private Chart repository(ChartSource.Repository repository, ChartAccess access, Map<String, String> files) {
        if (access.login().isEmpty()) {
            return new Chart(repository.chart(), List.of("--repo", repository.address()));
        }
        files.put(
                REPOSITORIES,
                yaml.asYaml(repositories(repository, access, access.login().get())));
        return new Chart(ALIAS + "/" + repository.chart(), repositoryFiles());
    }

    private static Map<String, Object> repositories(
            ChartSource.Repository repository, ChartAccess access, Login login) {
        Map<String, Object> entry = new TreeMap<>(Map.of(
                "name",
                ALIAS,
                "url",
                repository.address(),
                "username",
                login.user(),
                "password",
                login.password().value()));
        access.authority().ifPresent(pem -> entry.put("caFile", path(AUTHORITY)));
        return Map.of("apiVersion", "v1", "repositories", List.of(entry));
    }

    private static List<String> repositoryFiles() {
        return List.of("--repository-config", path(REPOSITORIES), "--repository-cache", HelmTask.CACHE);
    }

    /** Updates the index of a configured repository first. */
    private static List<String> first(Map<String, String> files) {
        if (!files.containsKey(REPOSITORIES)) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("repo", "update"));
        words.addAll(repositoryFiles());
        return words;
    }

    /** Uninstalls a release. Succeeds if it does not exist. */
    HelmTask uninstall(ReleaseName release, HelmTarget reach) {
        HelmInputValidator.require(HelmInputValidator.problems(release));
        List<String> words = new ArrayList<>(List.of(
                "uninstall",
                "--namespace",
                release.namespace(),
                "--ignore-not-found",
                "--wait",
                "--timeout",
                seconds(REMOVAL)));
        words.addAll(kubeconfig(reach));
        words.addAll(List.of(END_OF_OPTIONS, release.name()));
        return plain(release, words, reach);
    }

    /** Rolls back to an earlier revision. */
    HelmTask rollback(ReleaseName release, int revision, HelmTarget reach) {
        List<String> words = new ArrayList<>(List.of(
                "rollback",
                "--namespace",
                release.namespace(),
                "--wait",
                "--cleanup-on-fail",
                "--timeout",
                seconds(REMOVAL)));
        words.addAll(kubeconfig(reach));
        words.addAll(List.of(END_OF_OPTIONS, release.name(), String.valueOf(revision)));
        return plain(release, words, reach);
    }

    private static HelmTask plain(ReleaseName release, List<String> words, HelmTarget reach) {
        return new HelmTask(
                subject(release.name(), release.namespace(), reach),
                Program.HELM,
                List.of(),
                words,
                Map.of(),
                Optional.empty(),
                reach,
                REMOVAL);
    }

    /** Applies the manifests at a URL with kubectl. */
    HelmTask apply(String name, String address, HelmTarget reach) {
        return new HelmTask(
                name,
                Program.KUBECTL,
                List.of(),
                List.of("apply", "--server-side", "--force-conflicts", "--field-manager=butler", "-f", address),
                Map.of(),
                Optional.empty(),
                reach,
                REMOVAL);
    }

    /** Returns an identifier that differs for releases of the same name on different clusters. */
    private static String subject(String release, String namespace, HelmTarget reach) {
        return reach instanceof HelmTarget.Abroad abroad
                ? "%s-%s"
                        .formatted(
                                release,
                                ContentDigest.of(namespace, abroad.secret()).substring(0, 6))
                : release;
    }

    private static List<String> kubeconfig(HelmTarget reach) {
        return reach instanceof HelmTarget.Abroad abroad
                ? List.of("--kubeconfig", HelmTask.KUBECONFIG + abroad.key())
                : List.of();
    }

    private static String path(String file) {
        return HelmTask.DIRECTORY + file;
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + "s";
    }
}
