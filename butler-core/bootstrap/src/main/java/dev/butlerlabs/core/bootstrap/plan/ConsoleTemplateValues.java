package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.BootstrapAddons.ConsoleIngress;
import dev.butlerlabs.core.kube.ObjectSerialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Computes the values of the addon templates of both consoles: how they are exposed. Pure functions. */
final class ConsoleTemplateValues {
    private static final String SECRET = "butler-console-tls";

    private final Optional<ConsoleIngress> ingress;

    ConsoleTemplateValues(Optional<BootstrapAddons> addons) {
        ingress = addons.map(BootstrapAddons::console)
                .map(BootstrapAddons.Console::ingress)
                .filter(settings -> Boolean.TRUE.equals(settings.enabled()) && settings.host() != null);
    }

    Map<String, String> places() {
        return Map.of(
                "consoleIngress",
                        json(ingress.map(ConsoleTemplateValues::own).orElseGet(ConsoleTemplateValues::disabled)),
                "consoleUrl",
                        ingress.map(settings -> "https://" + settings.host()).orElse(""),
                "upstreamConsoleIngress",
                        json(ingress.map(ConsoleTemplateValues::upstream).orElseGet(ConsoleTemplateValues::disabled)));
    }

    private static String json(Map<String, Object> values) {
        return ObjectSerialization.plain().asJson(values);
    }

    private static Map<String, Object> disabled() {
        return Map.of("enabled", false);
    }

    /** Always with TLS: browsers send the session cookie over HTTPS only. */
    private static Map<String, Object> own(ConsoleIngress ingress) {
        return Map.of(
                "enabled", true,
                "className", className(ingress),
                "host", ingress.host(),
                "tlsSecretName", secret(ingress));
    }

    private static Map<String, Object> upstream(ConsoleIngress ingress) {
        Map<String, Object> values = new HashMap<>();
        values.put("enabled", true);
        values.put("className", className(ingress));
        values.put(
                "hosts",
                List.of(Map.of(
                        "host",
                        ingress.host(),
                        "paths",
                        Stream.of("/api server", "/ws server", "/ frontend")
                                .map(ConsoleTemplateValues::path)
                                .toList())));
        if (Boolean.TRUE.equals(ingress.tls())) {
            values.put("tls", List.of(Map.of("secretName", secret(ingress), "hosts", List.of(ingress.host()))));
        }
        return values;
    }

    private static String className(ConsoleIngress ingress) {
        return Objects.requireNonNullElse(ingress.className(), "");
    }

    private static String secret(ConsoleIngress ingress) {
        return Objects.requireNonNullElse(ingress.tlsSecretName(), SECRET);
    }

    private static Map<String, String> path(String words) {
        String[] parts = words.split(" ", 2);
        return Map.of("path", parts[0], "pathType", "Prefix", "service", parts[1]);
    }
}
