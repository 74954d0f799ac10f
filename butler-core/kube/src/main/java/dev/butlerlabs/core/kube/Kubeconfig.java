package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * An immutable kubeconfig. Unknown fields are preserved, so that files written by other programs survive a change. {@link
 * #toString} contains names only, no credentials.
 */
public final class Kubeconfig {
    private static final String CLUSTERS = "clusters";
    private static final String USERS = "users";
    private static final String CONTEXTS = "contexts";
    private static final List<String> SECTIONS = List.of(CLUSTERS, USERS, CONTEXTS);
    private static final List<String> LOCAL_TO_CLUSTER = List.of("certificate-authority");
    private static final List<String> LOCAL_TO_USER =
            List.of("client-certificate", "client-key", "tokenFile", "exec", "auth-provider");
    private static final String CURRENT = "current-context";

    private final Map<String, Object> header;
    private final Map<String, KubeconfigEntries> sections;

    private Kubeconfig(Map<String, Object> header, Map<String, KubeconfigEntries> sections) {
        this.header = header;
        this.sections = sections;
    }

    public static Kubeconfig empty() {
        return fromTree(new LinkedHashMap<>(Map.of("apiVersion", "v1", "kind", "Config")), "kubeconfig");
    }

    /**
     * Parses a kubeconfig.
     *
     * @param origin name used in messages
     * @throws ButlerException if the text is not a kubeconfig
     */
    public static Kubeconfig parse(String text, String origin) {
        if (text.isBlank()) {
            return empty();
        }
        return fromTree(tree(text, origin), origin);
    }

    /** Returns a kubeconfig with one cluster, one user and one current context, all with the same name. */
    public static Kubeconfig of(String name, Map<String, Object> cluster, Map<String, Object> user) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("apiVersion", "v1");
        root.put("kind", "Config");
        root.put(CLUSTERS, List.of(Map.of("name", name, "cluster", cluster)));
        root.put(USERS, List.of(Map.of("name", name, "user", user)));
        root.put(CONTEXTS, List.of(Map.of("name", name, "context", Map.of("cluster", name, "user", name))));
        root.put(CURRENT, name);
        return fromTree(root, "kubeconfig");
    }

    private static Map<String, Object> tree(String text, String origin) {
        try {
            List<YamlNode> documents = YamlParser.parse(text, YamlLimits.GENERATED);
            if (documents.isEmpty() || !(YamlValueConverter.of(documents.getFirst()) instanceof Map<?, ?> map)) {
                throw notAKubeconfig(origin, "not a mapping");
            }
            Map<String, Object> tree = new LinkedHashMap<>();
            map.forEach((key, value) -> tree.put(String.valueOf(key), value));
            return tree;
        } catch (YamlSyntaxException e) {
            throw notAKubeconfig(origin, "it " + e.summary() + line(e));
        }
    }

    private static String line(YamlSyntaxException failure) {
        return failure.position().map(there -> " (line " + there.line() + ")").orElse("");
    }

    private static Kubeconfig fromTree(Map<String, Object> root, String origin) {
        if (!(root.getOrDefault("kind", "Config") instanceof String kind) || !kind.equals("Config")) {
            throw notAKubeconfig(origin, "the kind is not Config");
        }
        if (!(root.getOrDefault(CURRENT, "") instanceof String)) {
            throw notAKubeconfig(origin, CURRENT + " is not a string");
        }
        Map<String, Object> header = new LinkedHashMap<>(root);
        Map<String, KubeconfigEntries> sections = new LinkedHashMap<>();
        for (String section : SECTIONS) {
            header.remove(section);
            sections.put(
                    section,
                    KubeconfigEntries.read(root.get(section))
                            .orElseThrow(() -> notAKubeconfig(origin, section + " is not a list of named entries")));
        }
        return new Kubeconfig(header, sections);
    }

    private static ButlerException notAKubeconfig(String origin, String why) {
        return new ButlerException(
                ErrorCode.UNREADABLE_FILE,
                "%s is not a kubeconfig: %s.".formatted(origin, why),
                "Fix or remove the file. Butler did not change it.");
    }

    public String toYaml() {
        return ResourceTrees.SERIALIZATION.asYaml(tree());
    }

    /** Returns the whole kubeconfig as maps and lists, including credentials. */
    public Map<String, Object> tree() {
        Map<String, Object> root = new LinkedHashMap<>(header);
        sections.forEach((section, entries) -> root.put(section, entries.tree()));
        return root;
    }

    /** Returns the entries by section as written. */
    Map<String, List<Map<String, Object>>> entries() {
        Map<String, List<Map<String, Object>>> entries = new LinkedHashMap<>();
        sections.forEach((section, list) -> entries.put(section, list.tree()));
        return entries;
    }

    public List<String> clusters() {
        return sections.get(CLUSTERS).names();
    }

    public List<String> users() {
        return sections.get(USERS).names();
    }

    public List<String> contexts() {
        return sections.get(CONTEXTS).names();
    }

    public Optional<String> currentContext() {
        return Optional.ofNullable((String) header.get(CURRENT)).filter(Predicate.not(String::isEmpty));
    }

    /** Returns a copy with this current context. */
    public Kubeconfig withCurrentContext(String context) {
        requireContext(context);
        return withCurrent(Optional.of(context));
    }

    /** Returns the clusters, users and contexts that exist in both with different content. Merging replaces them. */
    public List<String> conflicts(Kubeconfig other) {
        return SECTIONS.stream()
                .flatMap(section -> sections.get(section).conflicts(other.sections.get(section)).stream())
                .distinct()
                .toList();
    }

    /**
     * Adds the entries of another kubeconfig and replaces those with the same name. The current context is kept; a kubeconfig
     * without one takes that of the other.
     */
    public Kubeconfig merge(Kubeconfig other) {
        Kubeconfig merged = mapSections((section, entries) -> entries.merge(other.sections.get(section)));
        return currentContext().isPresent() ? merged : merged.withCurrent(other.currentContext());
    }

    /** Like {@link #merge}, but keeps existing entries, as for the files of a KUBECONFIG list. */
    Kubeconfig completedBy(Kubeconfig other) {
        Kubeconfig merged = mapSections((section, entries) -> entries.completedBy(other.sections.get(section)));
        return currentContext().isPresent() ? merged : merged.withCurrent(other.currentContext());
    }

    /** Returns a kubeconfig with only one context, its cluster and its user, under new names, as the current context. */
    public Kubeconfig extract(String context, String clusterAndContextName, String userName) {
        requireContext(context);
        String cluster = reference(context, "cluster");
        String user = reference(context, "user");
        Map<String, KubeconfigEntries> kept = new LinkedHashMap<>();
        kept.put(CLUSTERS, sections.get(CLUSTERS).only(cluster).renamed(cluster, clusterAndContextName));
        kept.put(USERS, sections.get(USERS).only(user).renamed(user, userName));
        kept.put(
                CONTEXTS,
                sections.get(CONTEXTS)
                        .only(context)
                        .renamed(context, clusterAndContextName)
                        .edited(clusterAndContextName, "context", body -> {
                            body.put("cluster", clusterAndContextName);
                            body.put("user", userName);
                            return body;
                        }));
        return new Kubeconfig(header, kept).withCurrent(Optional.of(clusterAndContextName));
    }

    /**
     * Removes a context, and its cluster and user unless another context uses them. If the current context is removed, none is
     * current: selecting another one could send the next command to the wrong cluster.
     */
    public Kubeconfig without(String context) {
        if (!contexts().contains(context)) {
            return this;
        }
        String cluster = reference(context, "cluster");
        String user = reference(context, "user");
        KubeconfigEntries contextsLeft = sections.get(CONTEXTS).without(context);
        Map<String, KubeconfigEntries> left = new LinkedHashMap<>(sections);
        left.put(CONTEXTS, contextsLeft);
        if (contextsLeft.referring("cluster", cluster).isEmpty()) {
            left.computeIfPresent(CLUSTERS, (section, entries) -> entries.without(cluster));
        }
        if (contextsLeft.referring("user", user).isEmpty()) {
            left.computeIfPresent(USERS, (section, entries) -> entries.without(user));
        }
        Kubeconfig rest = new Kubeconfig(header, left);
        return currentContext().equals(Optional.of(context)) ? rest.withCurrent(Optional.empty()) : rest;
    }

    /** Returns the cluster of a context with another user, all with the same name, as the current context. */
    public Kubeconfig withUser(String context, String name, Map<String, Object> user) {
        Kubeconfig extracted = extract(context, name, name);
        Map<String, KubeconfigEntries> changed = new LinkedHashMap<>(extracted.sections);
        changed.put(USERS, new KubeconfigEntries(List.of(Map.of("name", name, "user", user))));
        return new Kubeconfig(extracted.header, changed);
    }

    /** Returns the server address of a context. */
    public Optional<String> server(String context) {
        requireContext(context);
        return sections.get(CLUSTERS).text(reference(context, "cluster"), "cluster", "server");
    }

    /** Returns the namespace of a context. */
    public Optional<String> namespace(String context) {
        requireContext(context);
        return sections.get(CONTEXTS).text(context, "context", "namespace").filter(name -> !name.isBlank());
    }

    /** Resolves file names in the entries against the directory of the kubeconfig. */
    public Kubeconfig resolvedAgainst(Path folder) {
        UnaryOperator<String> absolute =
                name -> folder.resolve(name).normalize().toString();
        Map<String, KubeconfigEntries> resolved = new LinkedHashMap<>(sections);
        resolved.computeIfPresent(
                CLUSTERS,
                (section, entries) -> entries.mapTexts("cluster", List.of("certificate-authority"), absolute));
        resolved.computeIfPresent(
                USERS,
                (section, entries) ->
                        entries.mapTexts("user", List.of("client-certificate", "client-key", "tokenFile"), absolute));
        return new Kubeconfig(header, resolved);
    }

    /** Returns the default context: the current one, or the only one. */
    public Optional<String> usualContext() {
        return currentContext()
                .or(() -> contexts().stream()
                        .findFirst()
                        .filter(only -> contexts().size() == 1));
    }

    /** Returns a copy with another server address for a context. */
    public Kubeconfig withServer(String context, String server) {
        return withClusterFields(context, Map.of("server", server));
    }

    /** Returns a text field of the user of a context, such as {@code client-certificate-data}. */
    public Optional<String> userField(String context, String field) {
        requireContext(context);
        return sections.get(USERS).text(reference(context, "user"), "user", field);
    }

    /** Returns a text field of the cluster of a context, such as {@code certificate-authority-data}. */
    public Optional<String> clusterField(String context, String field) {
        requireContext(context);
        return sections.get(CLUSTERS).text(reference(context, "cluster"), "cluster", field);
    }

    /** Returns a copy with other values of some fields of the user of a context. Other users are kept. */
    public Kubeconfig withUserFields(String context, Map<String, String> fields) {
        return withFields(USERS, context, "user", fields);
    }

    /** Returns a copy with other values of some fields of the cluster of a context. Other clusters are kept. */
    public Kubeconfig withClusterFields(String context, Map<String, String> fields) {
        return withFields(CLUSTERS, context, "cluster", fields);
    }

    private Kubeconfig withFields(String section, String context, String body, Map<String, String> fields) {
        requireContext(context);
        Map<String, KubeconfigEntries> changed = new LinkedHashMap<>(sections);
        changed.computeIfPresent(
                section,
                (_, entries) -> entries.edited(reference(context, body), body, content -> {
                    content.putAll(fields);
                    return content;
                }));
        return new Kubeconfig(header, changed);
    }

    /**
     * Returns the fields of a context that refer to files or programs of the local machine. Such a context is not portable, and
     * one from another source could run a program here.
     */
    public List<String> localNeeds(String context) {
        requireContext(context);
        Stream<String> cluster = LOCAL_TO_CLUSTER.stream()
                .filter(field -> sections.get(CLUSTERS).has(reference(context, "cluster"), "cluster", field));
        Stream<String> user = LOCAL_TO_USER.stream()
                .filter(field -> sections.get(USERS).has(reference(context, "user"), "user", field));
        return Stream.concat(cluster, user).toList();
    }

    /**
     * Returns this kubeconfig if its default context refers to no file or program of this machine. Required for every kubeconfig
     * of another party: it could send a local file to its server, or run a program here.
     *
     * @param origin name used in messages
     * @throws ButlerException if it does, or if it has no default context
     */
    public Kubeconfig requireSelfContained(String origin) {
        String context = usualContext()
                .orElseThrow(() ->
                        new ButlerException(ErrorCode.INVALID_INPUT, "%s has no current context.".formatted(origin)));
        List<String> needs = localNeeds(context);
        if (!needs.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%s is rejected: it uses %s.".formatted(origin, String.join(", ", needs)),
                    "Store certificates, keys and tokens inline.");
        }
        return this;
    }

    /** Returns whether a context disables the verification of the server certificate. */
    public boolean skipsVerification(String context) {
        requireContext(context);
        return sections.get(CLUSTERS).has(reference(context, "cluster"), "cluster", "insecure-skip-tls-verify");
    }

    boolean holdsWholeContext(String context) {
        return contexts().contains(context)
                && clusters().contains(reference(context, "cluster"))
                && users().contains(reference(context, "user"));
    }

    private String reference(String context, String field) {
        return sections.get(CONTEXTS).text(context, "context", field).orElse("");
    }

    private void requireContext(String context) {
        if (!contexts().contains(context)) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The kubeconfig has no context \"%s\".".formatted(context),
                    contexts().isEmpty()
                            ? "It has no contexts."
                            : "Available contexts: " + String.join(", ", contexts()) + ".");
        }
    }

    private Kubeconfig withCurrent(Optional<String> context) {
        Map<String, Object> changed = new LinkedHashMap<>(header);
        if (context.isPresent() || header.containsKey(CURRENT)) {
            changed.put(CURRENT, context.orElse(""));
        }
        return new Kubeconfig(changed, sections);
    }

    private Kubeconfig mapSections(BiFunction<String, KubeconfigEntries, KubeconfigEntries> change) {
        Map<String, KubeconfigEntries> changed = new LinkedHashMap<>();
        sections.forEach((section, entries) -> changed.put(section, change.apply(section, entries)));
        return new Kubeconfig(header, changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Kubeconfig kubeconfig
                && header.equals(kubeconfig.header)
                && sections.equals(kubeconfig.sections);
    }

    @Override
    public int hashCode() {
        return Stream.of(header, sections).mapToInt(Object::hashCode).sum();
    }

    @Override
    public String toString() {
        return "Kubeconfig[contexts=%s, current=%s]"
                .formatted(contexts(), currentContext().orElse("none"));
    }
}
