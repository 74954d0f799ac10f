package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The options of a KIND engine.
 *
 * @param cluster cluster that is bootstrapped; determines the name
 * @param directory directory of its kubeconfig and state
 * @param image node image
 * @param authorities additional CA certificates in PEM that the node trusts
 * @param hosts additional host names with their addresses
 * @param environment environment variables with the proxies of the node and the name of the KIND network
 */
public record KindOptions(
        String cluster,
        Path directory,
        ImageName image,
        List<String> authorities,
        Map<String, String> hosts,
        Map<String, String> environment,
        KindTimeouts limits) {
    /** The default image of KIND 0.25, pinned by digest, since tags can change. */
    public static final ImageName USUAL_IMAGE = ImageName.parse(
            "kindest/node:v1.31.2@sha256:18fbefc20a7113353c7b75b5c869d7145a6abd6269154825872dc59c1329912e");

    private static final String HOST_NAME = "[a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?";

    public KindOptions {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(limits, "limits");
        directory = directory.toAbsolutePath();
        authorities = List.copyOf(authorities);
        hosts = Map.copyOf(hosts);
        environment = Map.copyOf(environment);
        List<InputProblem> problems = hosts.entrySet().stream()
                .flatMap(alias -> problem(alias.getKey(), alias.getValue()).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid host names for the KIND node.", problems);
        }
    }

    private static Optional<InputProblem> problem(String name, String address) {
        if (!name.matches(HOST_NAME)) {
            return Optional.of(new InputProblem(name, "is not a valid host name"));
        }
        try {
            InetAddress.ofLiteral(address);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(new InputProblem(name, "'%s' is not a valid IP address".formatted(address)));
        }
    }

    public static KindOptions of(String cluster, Path folder) {
        return new KindOptions(cluster, folder, USUAL_IMAGE, List.of(), Map.of(), Map.of(), KindTimeouts.standard());
    }

    public KindOptions withImage(ImageName other) {
        return new KindOptions(cluster, directory, other, authorities, hosts, environment, limits);
    }

    public KindOptions withAuthorities(List<String> certificates) {
        return new KindOptions(cluster, directory, image, certificates, hosts, environment, limits);
    }

    public KindOptions withHosts(Map<String, String> names) {
        return new KindOptions(cluster, directory, image, authorities, names, environment, limits);
    }

    public KindOptions withEnvironment(Map<String, String> variables) {
        return new KindOptions(cluster, directory, image, authorities, hosts, variables, limits);
    }

    public KindOptions withLimits(KindTimeouts other) {
        return new KindOptions(cluster, directory, image, authorities, hosts, environment, other);
    }

    /** Returns an environment variable in upper or lower case, as is usual for proxies. */
    Optional<String> variable(String name) {
        return Stream.of(name, name.toLowerCase(Locale.ROOT))
                .map(environment::get)
                .filter(value -> value != null && !value.isBlank())
                .findFirst();
    }
}
