package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.version.VersionList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Validates rules of a TenantCluster that its schema cannot express: valid names, networks that do not overlap, and versions that work together. Thread-safe. */
public final class TenantClusterValidator {
    private static final String NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final int LONGEST_NAME = 63;
    private static final String PODS = "spec.networking.podCIDR";
    private static final String SERVICES = "spec.networking.serviceCIDR";
    private static final String POOL = "spec.networking.loadBalancerPool";

    private final TenantDocument document;
    private final List<InputProblem> problems = new ArrayList<>();

    private TenantClusterValidator(TenantDocument document) {
        this.document = document;
    }

    /** Returns all problems of several documents: schema, rules, and duplicate names. */
    public static List<InputProblem> check(List<TenantDocument> documents, TenantClusterSchemaValidator schema) {
        List<InputProblem> all = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (TenantDocument document : documents) {
            all.addAll(check(document, schema));
            String name = document.namespace().orElse("") + "/" + document.name();
            if (names.contains(name) && !document.name().isEmpty()) {
                all.add(document.problem("metadata.name", "'%s' is defined twice".formatted(document.name()), ""));
            }
            names.add(name);
        }
        return all;
    }

    /** Returns all problems of one document. */
    public static List<InputProblem> check(TenantDocument document, TenantClusterSchemaValidator schema) {
        TenantClusterValidator rules = new TenantClusterValidator(document);
        if (rules.isTenantCluster()) {
            rules.fields();
            rules.name();
            rules.problems.addAll(schema.check(document));
            rules.networks();
            rules.pool();
            new TenantVersionRules(VersionList.current()).problem(document).ifPresent(rules.problems::add);
        }
        return rules.problems;
    }

    private boolean isTenantCluster() {
        requireText("apiVersion", ApiGroup.NAME + "/" + ApiGroup.VERSION);
        requireText("kind", "TenantCluster");
        return problems.isEmpty();
    }

    private void requireText(String field, String expected) {
        Optional<String> found = document.fields().text(field);
        if (found.isEmpty()) {
            report(field, "is missing", "must be " + expected);
        } else if (!found.get().equals(expected)) {
            report(field, "must be %s, not %s".formatted(expected, found.get()), "");
        }
    }

    private void fields() {
        document.tree().keySet().stream()
                .filter(name -> !List.of("apiVersion", "kind", "metadata", "spec", "status")
                        .contains(name))
                .forEach(name -> report(name, "is not a known field", "fields of the cluster belong under spec"));
    }

    private void name() {
        String name = document.name();
        if (name.isEmpty()) {
            report("metadata.name", "is missing", "");
        } else if (!isName(name)) {
            report(
                    "metadata.name",
                    "'%s' is not a valid name".formatted(name),
                    "use up to 63 lower-case letters, digits and dashes, starting and ending with a letter or digit");
        }
        document.namespace()
                .filter(text -> !isName(text))
                .ifPresent(text -> report("metadata.namespace", "'%s' is not a valid name".formatted(text), ""));
    }

    /** Returns whether a text is a valid cluster name. */
    public static boolean isName(String text) {
        return text.length() <= LONGEST_NAME && text.matches(NAME);
    }

    private void networks() {
        Optional<Ipv4Range> pods = network(PODS, "10.244.0.0/16");
        Optional<Ipv4Range> services = network(SERVICES, "10.96.0.0/12");
        if (pods.isPresent() && services.isPresent() && pods.get().overlaps(services.get())) {
            report(PODS, "%s overlaps the service network %s".formatted(pods.get(), services.get()), "");
        }
        poolRange()
                .ifPresent(pool -> List.of(PODS, SERVICES)
                        .forEach(path -> (path.equals(PODS) ? pods : services)
                                .filter(pool::overlaps)
                                .ifPresent(
                                        other -> report(POOL, "%s overlaps %s, %s".formatted(pool, path, other), ""))));
    }

    private Optional<Ipv4Range> network(String path, String usual) {
        Optional<String> given = document.fields().text(path);
        Optional<Ipv4Range> range = Ipv4Range.ofNetwork(given.orElse(usual));
        if (range.isEmpty()) {
            report(
                    path,
                    "'%s' is not a valid network".formatted(given.orElse("")),
                    "use CIDR notation such as 10.244.0.0/16");
        }
        return range;
    }

    private void pool() {
        document.fields().map(POOL).forEach((end, text) -> {
            if (text instanceof String address
                    && IpAddress.tryParseIpv4(address).isEmpty()) {
                report(POOL + "." + end, "'%s' is not an IPv4 address".formatted(address), "");
            }
        });
        Optional<IpAddress> first = address("start");
        Optional<IpAddress> last = address("end");
        if (first.isPresent() && last.isPresent() && first.get().compareTo(last.get()) > 0) {
            report(POOL, "starts at %s, after its end %s".formatted(first.get(), last.get()), "");
        }
    }

    private Optional<Ipv4Range> poolRange() {
        return address("start").flatMap(first -> address("end").flatMap(last -> Ipv4Range.between(first, last)));
    }

    private Optional<IpAddress> address(String end) {
        return document.fields().text(POOL + "." + end).flatMap(IpAddress::tryParseIpv4);
    }

    private void report(String path, String sentence, String hint) {
        problems.add(document.problem(path, sentence, hint));
    }
}
