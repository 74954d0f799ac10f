package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.kube.Kubeconfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The credential plugin of a kubeconfig user: {@code butlerctl credential} for one issuer and client id. Contains no credentials.
 *
 * @param butlerHome the directory of the stored login, if it is not the default
 */
public record CredentialPlugin(String issuer, String clientId, Optional<String> butlerHome) {
    /** The version of the protocol between clients and plugins. */
    public static final String API_VERSION = "client.authentication.k8s.io/v1";

    private static final String COMMAND = "butlerctl";
    private static final String SUBCOMMAND = "credential";
    private static final String ISSUER = "--issuer";
    private static final String CLIENT_ID = "--client-id";

    public CredentialPlugin {
        Objects.requireNonNull(issuer, "issuer");
        Objects.requireNonNull(clientId, "clientId");
        Objects.requireNonNull(butlerHome, "butlerHome");
    }

    /** Returns the fields of the kubeconfig user. */
    public Map<String, Object> user() {
        Map<String, Object> exec = new LinkedHashMap<>();
        exec.put("apiVersion", API_VERSION);
        exec.put("command", COMMAND);
        exec.put("args", List.of(SUBCOMMAND, ISSUER, issuer, CLIENT_ID, clientId));
        butlerHome.ifPresent(directory -> exec.put("env", List.of(Map.of("name", "BUTLER_HOME", "value", directory))));
        exec.put("installHint", "Install butlerctl and add it to PATH: this kubeconfig uses it to log in.");
        exec.put("interactiveMode", "Never");
        exec.put("provideClusterInfo", false);
        return Map.of("exec", exec);
    }

    /** Returns the plugin that a context uses; empty if it uses none or that of another program. */
    public static Optional<CredentialPlugin> of(Kubeconfig kubeconfig, String context) {
        Map<String, Object> root = kubeconfig.tree();
        return entry(root, "contexts", context)
                .map(found -> map(found.get("context")).get("user"))
                .flatMap(user -> entry(root, "users", String.valueOf(user)))
                .map(found -> map(map(found.get("user")).get("exec")))
                .flatMap(CredentialPlugin::parse);
    }

    private static Optional<Map<?, ?>> entry(Map<String, Object> root, String section, String name) {
        return stream(root.get(section))
                .<Map<?, ?>>map(CredentialPlugin::map)
                .filter(entry -> name.equals(entry.get("name")))
                .findFirst();
    }

    private static Optional<CredentialPlugin> parse(Map<?, ?> exec) {
        List<String> words = stream(exec.get("args")).map(String::valueOf).toList();
        boolean isOurs = String.valueOf(exec.get("command")).matches("(.*/)?" + COMMAND)
                && words.stream().findFirst().filter(SUBCOMMAND::equals).isPresent();
        return isOurs
                ? value(words, ISSUER)
                        .flatMap(issuer ->
                                value(words, CLIENT_ID).map(client -> new CredentialPlugin(issuer, client, home(exec))))
                : Optional.empty();
    }

    private static Optional<String> value(List<String> words, String flag) {
        int at = words.indexOf(flag);
        return at >= 0 && at + 1 < words.size() ? Optional.of(words.get(at + 1)) : Optional.empty();
    }

    private static Optional<String> home(Map<?, ?> exec) {
        return stream(exec.get("env"))
                .<Map<?, ?>>map(CredentialPlugin::map)
                .filter(variable -> "BUTLER_HOME".equals(variable.get("name")))
                .map(variable -> String.valueOf(variable.get("value")))
                .findFirst();
    }

    private static Map<?, ?> map(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static Stream<?> stream(Object value) {
        return value instanceof List<?> list ? list.stream() : Stream.empty();
    }
}
