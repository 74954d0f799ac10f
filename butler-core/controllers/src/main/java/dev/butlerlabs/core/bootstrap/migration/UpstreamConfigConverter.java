package dev.butlerlabs.core.bootstrap.migration;

import dev.butlerlabs.core.bootstrap.migration.ConfigFileConversion.FileChange;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import java.util.ArrayList;
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
        ConfigFieldTree tree = keys.normalized(document(text), this::changed);
        removeOtherProviders(tree);
        tree.replaceTexts(this::escaped);
        SECRETS.forEach(secret -> refer(tree, secret));
        choosePool(tree);
        OFF_BY_DEFAULT.forEach(addon -> switchOff(tree, addon));
        noteDisks(tree);
        return new ConfigFileConversion(tree.root(), changes);
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
    private void removeOtherProviders(ConfigFieldTree tree) {
        Object provider = tree.find("provider").orElse("");
        tree.find("providerConfig")
                .filter(Map.class::isInstance)
                .ifPresent(sections -> Map.copyOf((Map<?, ?>) sections).keySet().stream()
                        .filter(name -> !name.equals(provider))
                        .sorted()
                        .forEach(name -> {
                            tree.remove("providerConfig." + name);
                            changed("providerConfig." + name, "removed; the provider is " + provider);
                        }));
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
    private void refer(ConfigFieldTree tree, KnownSecret secret) {
        if (tree.find(secret.path()).isPresent()) {
            tree.put(secret.path(), secret.reference());
            changed(
                    secret.path(),
                    "is read from the environment; export %s before you use the file".formatted(secret.variable()));
        }
    }

    /** If two pools differ, upstream's bootstrap controller uses network.loadBalancerPool. */
    private void choosePool(ConfigFieldTree tree) {
        String other = "addons.loadBalancer.addressPool";
        Optional<Object> start = tree.find("network.loadBalancerPool.start");
        Optional<Object> end = tree.find("network.loadBalancerPool.end");
        Optional<Object> given = tree.find(other);
        if (start.isPresent() && end.isPresent() && given.isPresent()) {
            String pool = start.get() + "-" + end.get();
            if (!pool.equals(given.get().toString().replace(" ", ""))) {
                tree.remove(other);
                changed(
                        other,
                        "%s removed; the pool in use is network.loadBalancerPool (%s)".formatted(given.get(), pool));
            }
        }
    }

    private void switchOff(ConfigFieldTree tree, String addon) {
        String path = "addons." + addon + ".enabled";
        if (tree.find(path).isEmpty()) {
            tree.put(path, false);
            changed(path, "set to false, upstream's default; the default here is true");
        }
    }

    private void noteDisks(ConfigFieldTree tree) {
        for (String machines : List.of("controlPlane", "workers")) {
            String path = "cluster." + machines + ".extraDisks";
            if (tree.find(path).isPresent()) {
                changed(path, "unchanged, but these disks are created here; upstream does not create them");
            }
        }
    }
}
