package dev.butlerlabs.core.bootstrap.migration;

import dev.butlerlabs.core.bootstrap.migration.ConfigFileConversion.FileChange;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Converts a bootstrap file of upstream's butleradm so that this butleradm creates the same cluster from it. The result may still have
 * problems that only its author can solve, such as an even number of control planes; reading it reports them.
 *
 * <p>Stateless; no file is changed.
 */
public final class UpstreamConfigConverter {
    /** Upstream's loader sets these to false if they are omitted; here they are installed unless disabled. */
    private static final List<String> OFF_BY_DEFAULT = List.of("capi", "butlerController");

    /** The paths of secrets in upstream's files, and the environment variables that replace them. */
    private static final List<KnownSecret> SECRETS = List.of(
            new KnownSecret("providerConfig.nutanix.username", "NUTANIX_USERNAME"),
            new KnownSecret("providerConfig.nutanix.password", "NUTANIX_PASSWORD"),
            new KnownSecret("providerConfig.aws.accessKeyID", "AWS_ACCESS_KEY_ID"),
            new KnownSecret("providerConfig.aws.secretAccessKey", "AWS_SECRET_ACCESS_KEY"),
            new KnownSecret("addons.console.auth.adminPassword", "BUTLER_CONSOLE_PASSWORD"),
            new KnownSecret("addons.console.auth.jwtSecret", "BUTLER_CONSOLE_JWT_SECRET"));

    private record KnownSecret(String path, String variable) {
        private String reference() {
            return "${" + variable + "}";
        }
    }

    private final BootstrapConfigKeyIndex keys;
    private final List<FileChange> changes = new ArrayList<>();

    private UpstreamConfigConverter(ProviderRegistry providers) {
        this.keys = BootstrapConfigKeyIndex.of(providers);
    }

    /**
     * Converts a file.
     *
     * @throws ButlerException if the text is not a single YAML mapping
     */
    public static ConfigFileConversion convert(ConfigText text, ProviderRegistry providers) {
        return new UpstreamConfigConverter(providers).convert(text);
    }

    private ConfigFileConversion convert(ConfigText text) {
        Map<String, Object> tree = keys.normalized(document(text), this::changed);
        removeOtherProviders(tree);
        tree.replaceAll(this::escapedTexts);
        SECRETS.forEach(secret -> refer(tree, secret));
        choosePool(tree);
        OFF_BY_DEFAULT.forEach(addon -> switchOff(tree, addon));
        noteDisks(tree);
        return new ConfigFileConversion(tree, changes);
    }

    private static Map<?, ?> document(ConfigText text) {
        List<Object> documents = YamlReader.documents(text.source(), text.text());
        if (documents.size() != 1 || !(documents.getFirst() instanceof Map<?, ?> map)) {
            throw ButlerException.invalid(
                    text.source() + " is not a bootstrap file.",
                    List.of(new InputProblem(
                            text.source(), "must be a single YAML document with keys at the top level")));
        }
        return map;
    }

    private void changed(String path, String text) {
        changes.add(new FileChange(path, text));
    }

    /** Their sections are not read and may contain secrets. */
    private void removeOtherProviders(Map<String, Object> tree) {
        String provider = UntypedTree.of(tree).anyText("provider");
        UntypedTree.of(tree).map("providerConfig").keySet().stream()
                .filter(name -> !name.equals(provider))
                .sorted()
                .map(name -> "providerConfig." + name)
                .forEach(path -> {
                    UntypedTree.remove(tree, path);
                    changed(path, "removed; the provider is " + provider);
                });
    }

    /** Escapes every text of a tree. Items of a list have the path of the list. */
    private Object escapedTexts(String path, Object value) {
        return switch (value) {
            case String text -> escaped(path, text);
            case Map<?, ?> map -> {
                Map<String, Object> copy = new LinkedHashMap<>();
                map.forEach((key, item) -> copy.put(key.toString(), escapedTexts(path + "." + key, item)));
                yield copy;
            }
            case List<?> list -> {
                List<Object> copy = new ArrayList<>();
                list.forEach(item -> copy.add(escapedTexts(path, item)));
                yield copy;
            }
            case null, default -> value;
        };
    }

    /** Upstream's loader does not expand {@code ${NAME}}. */
    private String escaped(String path, String value) {
        boolean secret = SECRETS.stream().anyMatch(known -> known.path().equals(path));
        if (secret || !value.contains("${")) {
            return value;
        }
        changed(path, "'${' is written '$${', because ${NAME} refers to a variable here");
        return value.replace("${", "$${");
    }

    /** The value is not kept, since the result may be printed. */
    private void refer(Map<String, Object> tree, KnownSecret secret) {
        if (UntypedTree.of(tree).has(secret.path())) {
            UntypedTree.put(tree, secret.path(), secret.reference());
            changed(
                    secret.path(),
                    "is read from the environment; export %s before you use the file".formatted(secret.variable()));
        }
    }

    /** If two pools differ, upstream's bootstrap controller uses network.loadBalancerPool. */
    private void choosePool(Map<String, Object> tree) {
        String other = "addons.loadBalancer.addressPool";
        Optional<Object> start = UntypedTree.of(tree).find("network.loadBalancerPool.start");
        Optional<Object> end = UntypedTree.of(tree).find("network.loadBalancerPool.end");
        Optional<Object> given = UntypedTree.of(tree).find(other);
        if (start.isPresent() && end.isPresent() && given.isPresent()) {
            String pool = start.get() + "-" + end.get();
            if (!pool.equals(given.get().toString().replace(" ", ""))) {
                UntypedTree.remove(tree, other);
                changed(
                        other,
                        "%s removed; the pool in use is network.loadBalancerPool (%s)".formatted(given.get(), pool));
            }
        }
    }

    private void switchOff(Map<String, Object> tree, String addon) {
        String path = "addons." + addon + ".enabled";
        if (!UntypedTree.of(tree).has(path)) {
            UntypedTree.put(tree, path, false);
            changed(path, "set to false, upstream's default; the default here is true");
        }
    }

    private void noteDisks(Map<String, Object> tree) {
        for (String machines : List.of("controlPlane", "workers")) {
            String path = "cluster." + machines + ".extraDisks";
            if (UntypedTree.of(tree).has(path)) {
                changed(path, "unchanged, but these disks are created here; upstream does not create them");
            }
        }
    }
}
