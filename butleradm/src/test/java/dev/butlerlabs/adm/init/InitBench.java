package dev.butlerlabs.adm.init;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.sim.azure.AzureSimulator;
import dev.butlerlabs.sim.gcp.GcpSimulator;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A simulated infrastructure with the credentials as a user has them: in files and environment variables. */
final class InitBench implements AutoCloseable {
    static final List<String> PROVIDERS = List.of("harvester", "nutanix", "proxmox", "aws", "gcp", "azure", "local");

    private final String provider;
    private final Path home;
    private final SimulatedInfrastructure infrastructure;

    private InitBench(String provider, Path home, SimulatedInfrastructure infrastructure) {
        this.provider = provider;
        this.home = home;
        this.infrastructure = infrastructure;
    }

    static InitBench start(String provider, Path home) {
        return new InitBench(
                provider, home, Simulators.load().find(provider).orElseThrow().start(SimulationOptions.standard()));
    }

    Path file() {
        return home.resolve("bootstrap.yaml");
    }

    /** Returns the tool with the credentials that a script has in its environment. */
    Tool tool() {
        Tool tool = Tool.of("butleradm", Butleradm.class, Butleradm::commands).with("HOME", home.toString());
        for (Map.Entry<String, String> variable : variables().entrySet()) {
            tool = tool.with(variable.getKey(), variable.getValue());
        }
        return tool;
    }

    private Map<String, String> variables() {
        Map<String, String> credentials = infrastructure.credentials();
        Map<String, String> variables = new HashMap<>();
        Map.of(
                        "password", "NUTANIX_PASSWORD",
                        "username", "NUTANIX_USERNAME",
                        "token", "PROXMOX_TOKEN",
                        "accessKeyID", "AWS_ACCESS_KEY_ID",
                        "secretAccessKey", "AWS_SECRET_ACCESS_KEY",
                        "tenantID", "AZURE_TENANT_ID",
                        "clientID", "AZURE_CLIENT_ID",
                        "clientSecret", "AZURE_CLIENT_SECRET")
                .forEach((key, variable) -> {
                    if (credentials.containsKey(key)) {
                        variables.put(variable, credentials.get(key));
                    }
                });
        return variables;
    }

    /** Removes a permission from the credentials. */
    void deny(String permission) {
        switch (infrastructure) {
            case GcpSimulator gcp -> gcp.deny(permission);
            case AzureSimulator azure -> azure.deny(permission);
            default -> throw new IllegalStateException(provider + " has no permissions");
        }
    }

    /** Returns the address of the simulator and its CA, and what is ambiguous there, as options of a script. */
    List<String> options() {
        Map<String, Object> settings = infrastructure.settings();
        List<String> options = new ArrayList<>();
        for (String key : connection()) {
            options.add("--set");
            options.add(key + "=" + text(settings.get(key)));
        }
        if (List.of("harvester", "proxmox").contains(provider)) {
            options.addAll(List.of("--set", "subnet=192.0.2.0/24"));
        }
        secretFile("kubeconfig").ifPresent(file -> options.addAll(List.of("--set", "kubeconfigPath=" + file)));
        secretFile("ca.pem").ifPresent(file -> options.addAll(List.of("--set", "caFile=" + file)));
        secretFile("serviceAccountKey")
                .ifPresent(file -> options.addAll(List.of("--set", "serviceAccountKeyPath=" + file)));
        return options;
    }

    private static String text(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }

    private List<String> connection() {
        return switch (provider) {
            case "nutanix" -> List.of("endpoint", "port", "clusterUUID", "imageUUID");
            case "proxmox" -> List.of("endpoint");
            case "aws" -> List.of("endpoint", "region", "vpcID", "securityGroupIDs");
            case "gcp" -> List.of("endpoint", "projectID", "network");
            case "azure" -> List.of("endpoint", "authorityHost", "subscriptionID");
            case "local" -> List.of("dockerHost");
            default -> List.of();
        };
    }

    /** Returns credentials that must not appear in the file. */
    List<String> secrets() {
        return Stream.of("password", "token", "secretAccessKey", "clientSecret")
                .map(infrastructure.credentials()::get)
                .filter(Objects::nonNull)
                .toList();
    }

    Path caFile() {
        return secretFile("ca.pem").orElseThrow();
    }

    Object setting(String key) {
        return infrastructure.settings().get(key);
    }

    String credential(String key) {
        return infrastructure.credentials().get(key);
    }

    private Optional<Path> secretFile(String key) {
        return Optional.ofNullable(infrastructure.credentials().get(key)).map(text -> {
            try {
                return Files.writeString(home.resolve("secret-" + key), text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void close() {
        infrastructure.close();
    }
}
