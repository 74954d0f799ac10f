package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A TenantCluster requested with flags. Immutable.
 *
 * @param document the requested object
 * @param problems all problems, each with the name of its flag
 */
public record TenantRequest(TenantDocument document, List<InputProblem> problems) {
    private static final String TEMPLATE = "spec.workers.machineTemplate.";
    private static final String POOL = "spec.networking.loadBalancerPool.";

    private static final List<TenantCommandFlag> FLAGS = Stream.concat(
                    Stream.of(
                            TenantCommandFlag.release("--k8s-version", "spec.kubernetesVersion"),
                            TenantCommandFlag.text("--team", "spec.teamRef.name"),
                            TenantCommandFlag.text("--provider", "spec.providerConfigRef.name"),
                            TenantCommandFlag.whole("--control-plane-replicas", "spec.controlPlane.replicas", 1, 3),
                            TenantCommandFlag.whole("--workers", "spec.workers.replicas", 1, Integer.MAX_VALUE),
                            TenantCommandFlag.whole("--cpu", TEMPLATE + "cpu", 1, 128),
                            TenantCommandFlag.memory("--memory", TEMPLATE + "memory", 2048),
                            TenantCommandFlag.disk("--disk", TEMPLATE + "diskSize", 20),
                            TenantCommandFlag.text("--os", TEMPLATE + "os.type"),
                            TenantCommandFlag.text("--image", TEMPLATE + "os.imageRef"),
                            TenantCommandFlag.text("--schematic-id", TEMPLATE + "os.schematicID"),
                            TenantCommandFlag.network("--pod-cidr", "spec.networking.podCIDR"),
                            TenantCommandFlag.network("--service-cidr", "spec.networking.serviceCIDR"),
                            TenantCommandFlag.address("--lb-pool-start", POOL + "start"),
                            TenantCommandFlag.address("--lb-pool-end", POOL + "end")),
                    components())
            .toList();

    private static final Map<String, String> DEFAULTS =
            Map.of("--workers", "1", "--cpu", "4", "--memory", "8Gi", "--disk", "50Gi");

    public TenantRequest {
        problems = List.copyOf(problems);
    }

    /** Returns whether a flag defines a field of the cluster. */
    public static boolean knows(String flag) {
        return flag.equals("--lb-pool")
                || FLAGS.stream().anyMatch(known -> known.name().equals(flag));
    }

    /** The flags of each control plane component: {@code --cp-apiserver-cpu-request} and so on. */
    private static Stream<TenantCommandFlag> components() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("apiserver", "apiServer");
        names.put("controller-manager", "controllerManager");
        names.put("scheduler", "scheduler");
        return names.entrySet().stream()
                .flatMap(name -> Stream.of("request", "limit")
                        .flatMap(
                                bound -> Stream.of("cpu", "memory").map(resource -> component(name, bound, resource))));
    }

    private static TenantCommandFlag component(Map.Entry<String, String> name, String bound, String resource) {
        String flag = "--cp-%s-%s-%s".formatted(name.getKey(), resource, bound);
        String path = "spec.controlPlane.resources.%s.%ss.%s".formatted(name.getValue(), bound, resource);
        return resource.equals("cpu")
                ? TenantCommandFlag.processors(flag, path)
                : TenantCommandFlag.component(flag, path);
    }

    /**
     * Creates a request from flags.
     *
     * @param flags the values by flag
     * @return the request with all problems; nothing is thrown for invalid input
     */
    public static TenantRequest of(String name, String namespace, Map<String, String> flags) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", ApiGroup.NAME + "/" + ApiGroup.VERSION);
        tree.put("kind", "TenantCluster");
        UntypedTree.put(tree, "metadata.name", name);
        UntypedTree.put(tree, "metadata.namespace", namespace);
        List<InputProblem> problems = new ArrayList<>();
        Map<String, String> plain = withoutPool(flags, problems);
        DEFAULTS.forEach(plain::putIfAbsent);
        VersionList versions = VersionList.current();
        plain.putIfAbsent("--k8s-version", versions.defaultKubernetes().toString());
        FLAGS.forEach(flag ->
                Optional.ofNullable(plain.get(flag.name())).ifPresent(text -> read(flag, text, tree, problems)));
        requireBothEnds(plain, problems);
        if ("talos".equals(plain.get("--os"))) {
            ReleaseVersion.find(plain.get("--k8s-version"))
                    .flatMap(kubernetes -> versions.talosFor(kubernetes.minorVersion()))
                    .ifPresent(talos -> UntypedTree.put(tree, TenantVersionRules.TALOS, talos.toString()));
        }
        if (plain.containsKey("--provider")) {
            UntypedTree.put(tree, "spec.providerConfigRef.namespace", Namespaces.SYSTEM);
        }
        return new TenantRequest(TenantDocument.of(tree), problems);
    }

    private static void read(
            TenantCommandFlag flag, String text, Map<String, Object> tree, List<InputProblem> problems) {
        flag.reader()
                .apply(text)
                .ifPresentOrElse(
                        value -> UntypedTree.put(tree, flag.path(), value),
                        () -> problems.add(new InputProblem(
                                flag.name(), "invalid value \"%s\"".formatted(text), "must be " + flag.form())));
    }

    /** {@code --lb-pool} sets both ends of the range. */
    private static Map<String, String> withoutPool(Map<String, String> flags, List<InputProblem> problems) {
        Map<String, String> plain = new LinkedHashMap<>(flags);
        String pool = plain.remove("--lb-pool");
        if (pool == null) {
            return plain;
        }
        if (plain.containsKey("--lb-pool-start") || plain.containsKey("--lb-pool-end")) {
            problems.add(new InputProblem("--lb-pool", "cannot be used with --lb-pool-start or --lb-pool-end"));
        }
        range(pool)
                .ifPresentOrElse(
                        range -> {
                            plain.put("--lb-pool-start", range.first().toString());
                            plain.put("--lb-pool-end", range.last().toString());
                        },
                        () -> problems.add(new InputProblem(
                                "--lb-pool",
                                "invalid value \"%s\"".formatted(pool),
                                "must be an address or a range such as 192.0.2.10-192.0.2.20")));
        return plain;
    }

    private static Optional<Ipv4Range> range(String text) {
        return text.contains("/")
                ? Optional.empty()
                : IpAddress.tryParseIpv4(text)
                        .flatMap(only -> Ipv4Range.between(only, only))
                        .or(() -> Ipv4Range.parse(text));
    }

    private static void requireBothEnds(Map<String, String> flags, List<InputProblem> problems) {
        if (flags.containsKey("--lb-pool-start") != flags.containsKey("--lb-pool-end")) {
            problems.add(new InputProblem(
                    flags.containsKey("--lb-pool-start") ? "--lb-pool-end" : "--lb-pool-start",
                    "is missing: both ends of the pool are required"));
        }
    }
}
