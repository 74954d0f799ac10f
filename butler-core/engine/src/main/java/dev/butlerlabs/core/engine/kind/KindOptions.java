package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How to run an engine on KIND.
 *
 * @param cluster the cluster it is for, after which it is named
 * @param folder where its kubeconfig and what identifies it are kept
 * @param image the node image
 * @param authorities certificates in PEM that the node trusts besides the usual ones
 * @param hosts names that no name server knows, with their addresses
 * @param environment where proxies for the node and the name of KIND's network may be told
 */
public record KindOptions(
        String cluster,
        Path folder,
        ImageName image,
        List<String> authorities,
        Map<String, String> hosts,
        Map<String, String> environment,
        KindLimits limits) {
    /** What KIND 0.25 takes by itself. The digest decides; a tag could come to mean something else. */
    public static final ImageName USUAL_IMAGE = ImageName.parse(
            "kindest/node:v1.31.2@sha256:18fbefc20a7113353c7b75b5c869d7145a6abd6269154825872dc59c1329912e");

    private static final String HOST_NAME = "[a-zA-Z0-9]([a-zA-Z0-9.-]{0,251}[a-zA-Z0-9])?";

    public KindOptions {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(limits, "limits");
        folder = folder.toAbsolutePath();
        authorities = List.copyOf(authorities);
        hosts = Map.copyOf(hosts);
        environment = Map.copyOf(environment);
        List<Problem> problems = hosts.entrySet().stream()
                .flatMap(alias -> problem(alias.getKey(), alias.getValue()).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("The engine's node cannot know these names.", problems);
        }
    }

    private static Optional<Problem> problem(String name, String address) {
        if (!name.matches(HOST_NAME)) {
            return Optional.of(new Problem(name, "is no host name"));
        }
        try {
            InetAddress.ofLiteral(address);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(new Problem(name, "'%s' is no IP address".formatted(address)));
        }
    }

    public static KindOptions of(String cluster, Path folder) {
        return new KindOptions(cluster, folder, USUAL_IMAGE, List.of(), Map.of(), Map.of(), KindLimits.standard());
    }

    public KindOptions withImage(ImageName other) {
        return new KindOptions(cluster, folder, other, authorities, hosts, environment, limits);
    }

    public KindOptions withAuthorities(List<String> certificates) {
        return new KindOptions(cluster, folder, image, certificates, hosts, environment, limits);
    }

    public KindOptions withHosts(Map<String, String> names) {
        return new KindOptions(cluster, folder, image, authorities, names, environment, limits);
    }

    public KindOptions withEnvironment(Map<String, String> variables) {
        return new KindOptions(cluster, folder, image, authorities, hosts, variables, limits);
    }

    public KindOptions withLimits(KindLimits other) {
        return new KindOptions(cluster, folder, image, authorities, hosts, environment, other);
    }

    /** A variable of the environment, in capitals or not, as programs look for proxies. */
    Optional<String> variable(String name) {
        return Stream.of(name, name.toLowerCase(Locale.ROOT))
                .map(environment::get)
                .filter(value -> value != null && !value.isBlank())
                .findFirst();
    }
}
