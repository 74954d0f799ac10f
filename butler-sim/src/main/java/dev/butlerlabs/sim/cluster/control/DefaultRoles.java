package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The ClusterRoles for users of every Kubernetes cluster: view, edit, admin and cluster-admin. */
final class DefaultRoles {
    private final List<UntypedTree> entries;

    private DefaultRoles(List<UntypedTree> entries) {
        this.entries = entries;
    }

    static DefaultRoles read() {
        try (InputStream file = DefaultRoles.class.getResourceAsStream("default-roles.yaml")) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return new DefaultRoles(UntypedTree.of(YamlValueConverter.of(
                            YamlParser.parse(text, YamlLimits.CONFIGURATION).getFirst()))
                    .items());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates the roles that do not exist. */
    void create(KubernetesClient client) {
        for (ClusterRole role : roles()) {
            try {
                client.resource(role).create();
            } catch (RuntimeException e) {
                if (!KubeErrorMapper.isConflict(e)) {
                    throw e;
                }
            }
        }
    }

    List<ClusterRole> roles() {
        return entries.stream()
                .map(entry -> new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(entry.anyText("name"))
                        .addToLabels("kubernetes.io/bootstrapping", "rbac-defaults")
                        .endMetadata()
                        .withRules(rules(entry).toList())
                        .build())
                .toList();
    }

    private Stream<PolicyRule> rules(UntypedTree entry) {
        Stream<PolicyRule> included = entry.text("includes").stream()
                .flatMap(name ->
                        entries.stream().filter(other -> other.anyText("name").equals(name)))
                .flatMap(this::rules);
        return Stream.concat(included, entry.items("rules").stream().map(DefaultRoles::rule));
    }

    private static PolicyRule rule(UntypedTree rule) {
        return new PolicyRuleBuilder()
                .withApiGroups(texts(rule, "groups"))
                .withResources(texts(rule, "resources"))
                .withNonResourceURLs(texts(rule, "paths"))
                .withVerbs(texts(rule, "verbs"))
                .build();
    }

    private static List<String> texts(UntypedTree rule, String field) {
        return rule.items(field).stream().map(UntypedTree::anyText).toList();
    }
}
