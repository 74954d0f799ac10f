package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.AuthInfoBuilder;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.ClusterBuilder;
import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.ContextBuilder;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Configures clients from kubeconfigs. The client reads a kubeconfig with Jackson, which takes a third of the time of a short command on Java; the parts of
 * kubeconfigs without credential plugins are passed to it as objects instead, with the same result.
 */
final class ClientSettings {
    private static final Set<String> OF_CONTEXT = Set.of("cluster", "user", "namespace");
    private static final Set<String> OF_CLUSTER = Set.of(
            "server",
            "certificate-authority",
            "certificate-authority-data",
            "insecure-skip-tls-verify",
            "tls-server-name",
            "proxy-url");
    private static final Set<String> OF_USER = Set.of(
            "client-certificate",
            "client-certificate-data",
            "client-key",
            "client-key-data",
            "token",
            "username",
            "password");

    private final Map<String, List<Map<String, Object>>> entries;

    private ClientSettings(Kubeconfig kubeconfig) {
        this.entries = kubeconfig.entries();
    }

    /**
     * Returns the settings for a context of a file, which the client reads again when the credentials are rejected.
     *
     * @param kubeconfig the content of the file
     */
    static Config ofFile(Kubeconfig kubeconfig, String context, Path path) {
        File file = path.toFile();
        return new ClientSettings(kubeconfig)
                .simple(context, Optional.of(file))
                .orElseGet(() -> Config.fromKubeconfig(context, file));
    }

    /** Returns the settings for a context of a kubeconfig in memory. */
    static Config of(Kubeconfig kubeconfig, String context) {
        return new ClientSettings(kubeconfig)
                .simple(context, Optional.empty())
                .orElseGet(() -> Config.fromKubeconfig(
                        kubeconfig.withCurrentContext(context).toYaml()));
    }

    /** Returns the settings; empty if the kubeconfig contains other fields than the usual ones. */
    private Optional<Config> simple(String context, Optional<File> file) {
        Optional<Map<String, Object>> fields = find("contexts", context, "context", OF_CONTEXT);
        Optional<NamedCluster> cluster = fields.map(found -> text(found, "cluster"))
                .flatMap(name -> find("clusters", name, "cluster", OF_CLUSTER)
                        .map(found -> new NamedCluster(cluster(found), name)));
        Optional<NamedAuthInfo> user = fields.map(found -> text(found, "user"))
                .flatMap(name ->
                        find("users", name, "user", OF_USER).map(found -> new NamedAuthInfo(name, user(found))));
        if (cluster.isEmpty() || user.isEmpty()) {
            return Optional.empty();
        }
        NamedContext named = new NamedContext(context(fields.get()), context);
        file.ifPresent(origin -> {
            named.setAdditionalProperty("KUBERNETES_CONFIG_CONTEXT_FILE_KEY", origin);
            cluster.get().setAdditionalProperty("KUBERNETES_CONFIG_CLUSTER_FILE_KEY", origin);
            user.get().setAdditionalProperty("KUBERNETES_CONFIG_AUTH_INFO_FILE_KEY", origin);
        });
        Config config = Config.empty();
        KubeConfigUtils.merge(
                config,
                context,
                new ConfigBuilder()
                        .withContexts(named)
                        .withClusters(cluster.get())
                        .withUsers(user.get())
                        .build());
        return Optional.of(config);
    }

    /** Returns the fields of an entry if all are known and of the right type, and if no other entry has its name. */
    private Optional<Map<String, Object>> find(String section, String name, String field, Set<String> known) {
        List<Map<String, Object>> named = entries.get(section).stream()
                .filter(entry -> name.equals(entry.get("name")))
                .toList();
        return named.size() == 1 && named.getFirst().get(field) instanceof Map<?, ?> fields
                ? fields(fields, known)
                : Optional.empty();
    }

    @SuppressWarnings("unchecked") // The keys are among the known ones.
    private static Optional<Map<String, Object>> fields(Map<?, ?> fields, Set<String> known) {
        boolean isSimple = fields.entrySet().stream()
                .allMatch(field -> known.contains(String.valueOf(field.getKey()))
                        && (field.getKey().equals("insecure-skip-tls-verify")
                                ? field.getValue() instanceof Boolean
                                : field.getValue() instanceof String));
        return isSimple ? Optional.of((Map<String, Object>) fields) : Optional.empty();
    }

    private static String text(Map<String, Object> fields, String name) {
        return (String) fields.get(name);
    }

    private static Context context(Map<String, Object> fields) {
        return new ContextBuilder()
                .withCluster(text(fields, "cluster"))
                .withUser(text(fields, "user"))
                .withNamespace(text(fields, "namespace"))
                .build();
    }

    private static Cluster cluster(Map<String, Object> fields) {
        return new ClusterBuilder()
                .withServer(text(fields, "server"))
                .withCertificateAuthority(text(fields, "certificate-authority"))
                .withCertificateAuthorityData(text(fields, "certificate-authority-data"))
                .withInsecureSkipTlsVerify((Boolean) fields.get("insecure-skip-tls-verify"))
                .withTlsServerName(text(fields, "tls-server-name"))
                .withProxyUrl(text(fields, "proxy-url"))
                .build();
    }

    private static AuthInfo user(Map<String, Object> fields) {
        return new AuthInfoBuilder()
                .withClientCertificate(text(fields, "client-certificate"))
                .withClientCertificateData(text(fields, "client-certificate-data"))
                .withClientKey(text(fields, "client-key"))
                .withClientKeyData(text(fields, "client-key-data"))
                .withToken(text(fields, "token"))
                .withUsername(text(fields, "username"))
                .withPassword(text(fields, "password"))
                .build();
    }
}
