package dev.butlerlabs.core.version;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.TalosMinor.KubernetesRange;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Reads a version list. Collects all problems before it fails. */
final class VersionListReader {
    private static final Set<String> KEYS = Set.of("updated", "talos", "kubernetes", "addons");
    private static final Set<String> TALOS_KEYS =
            Set.of("minor", "releases", "supportedUntil", "kubernetes", "upgradeFrom", "downgradeFrom");
    private static final Set<String> KUBERNETES_KEYS = Set.of("minor", "releases", "supportedUntil");
    private static final MinorVersion NONE = new MinorVersion(0, 0);

    private final List<InputProblem> problems = new ArrayList<>();

    private VersionListReader() {}

    /**
     * Reads a list.
     *
     * @param source the name of the file, for messages
     */
    static VersionList read(String source, String text) {
        VersionListReader reader = new VersionListReader();
        VersionList list = reader.list(UntypedTree.of(tree(source, text)));
        if (!reader.problems.isEmpty()) {
            throw ButlerException.invalid("The version list %s is not valid:".formatted(source), reader.problems);
        }
        return list;
    }

    private static Object tree(String source, String text) {
        try {
            List<YamlNode> documents = YamlParser.parse(text, YamlLimits.CONFIGURATION);
            return documents.isEmpty() ? null : YamlValueConverter.of(documents.getFirst());
        } catch (YamlSyntaxException e) {
            throw ButlerException.invalid(
                    "The version list %s is not valid YAML:".formatted(source),
                    List.of(new InputProblem(e.place(source), e.summary())));
        }
    }

    private VersionList list(UntypedTree root) {
        onlyKeys("", root, KEYS);
        Map<String, String> addons = new TreeMap<>();
        root.map("addons").forEach((name, version) -> addons.put(name, String.valueOf(version)));
        List<TalosMinor> talos = each(root, "talos", this::talos);
        List<KubernetesMinor> kubernetes = each(root, "kubernetes", this::kubernetes);
        VersionList list =
                new VersionList(date("", root, "updated").orElse(LocalDate.EPOCH), talos, kubernetes, addons);
        if (problems.isEmpty()) {
            requireDefaults(list);
        }
        return list;
    }

    private void requireDefaults(VersionList list) {
        Optional<TalosMinor> newest =
                list.talos().stream().filter(one -> one.latest().isPresent()).reduce((_, later) -> later);
        if (newest.isEmpty()) {
            problems.add(new InputProblem("talos", "contains no release"));
        } else if (list.kubernetes().stream()
                .noneMatch(one ->
                        one.latest().isPresent() && newest.get().kubernetes().contains(one.minor()))) {
            problems.add(new InputProblem(
                    "kubernetes",
                    "contains no release that Talos %s supports"
                            .formatted(newest.get().minor())));
        }
    }

    private interface ItemReader<T> {
        T read(String path, UntypedTree item);
    }

    private <T> List<T> each(UntypedTree root, String key, ItemReader<T> reader) {
        List<UntypedTree> items = root.items(key);
        if (items.isEmpty()) {
            problems.add(new InputProblem(key, "is missing"));
        }
        return IntStream.range(0, items.size())
                .mapToObj(at -> reader.read("%s[%d]".formatted(key, at), items.get(at)))
                .toList();
    }

    private TalosMinor talos(String path, UntypedTree item) {
        onlyKeys(path, item, TALOS_KEYS);
        UntypedTree range = item.at("kubernetes");
        String at = path + ".kubernetes";
        return new TalosMinor(
                minor(path, item, "minor"),
                releases(path, item),
                date(path, item, "supportedUntil"),
                new KubernetesRange(
                        minor(at, range, "oldest"),
                        minor(at, range, "newest"),
                        value(at, range, "default", ReleaseVersion::find, "must be a release such as v1.37.2")),
                minor(path, item, "upgradeFrom"),
                minor(path, item, "downgradeFrom"));
    }

    private KubernetesMinor kubernetes(String path, UntypedTree item) {
        onlyKeys(path, item, KUBERNETES_KEYS);
        return new KubernetesMinor(
                minor(path, item, "minor"), releases(path, item), date(path, item, "supportedUntil"));
    }

    private List<ReleaseVersion> releases(String path, UntypedTree item) {
        MinorVersion minor = item.text("minor").flatMap(MinorVersion::find).orElse(NONE);
        List<ReleaseVersion> releases = new ArrayList<>();
        for (UntypedTree text : item.items("releases")) {
            Optional<ReleaseVersion> release = ReleaseVersion.find(text.anyText())
                    .filter(one -> one.minorVersion().equals(minor));
            release.ifPresentOrElse(
                    releases::add,
                    () -> problems.add(new InputProblem(
                            path + ".releases", "\"%s\" is not a release of %s".formatted(text.anyText(), minor))));
        }
        return releases.stream().sorted().toList();
    }

    private MinorVersion minor(String path, UntypedTree item, String key) {
        Optional<MinorVersion> found =
                value(path, item, key, MinorVersion::find, "must be a minor version in quotes, such as \"1.14\"");
        if (found.isEmpty() && !item.has(key)) {
            problems.add(new InputProblem(path + "." + key, "is missing"));
        }
        return found.orElse(NONE);
    }

    private Optional<LocalDate> date(String path, UntypedTree item, String key) {
        return value(path, item, key, VersionListReader::date, "must be a date such as 2026-11-17");
    }

    private static Optional<LocalDate> date(String text) {
        try {
            return Optional.of(LocalDate.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    private <T> Optional<T> value(
            String path, UntypedTree item, String key, Function<String, Optional<T>> parser, String form) {
        if (!item.has(key)) {
            return Optional.empty();
        }
        Optional<T> value = item.text(key).flatMap(parser);
        if (value.isEmpty()) {
            problems.add(new InputProblem(
                    path.isEmpty() ? key : path + "." + key,
                    "invalid value \"%s\"".formatted(item.anyText(key)),
                    form));
        }
        return value;
    }

    private void onlyKeys(String path, UntypedTree item, Set<String> keys) {
        item.map().keySet().stream()
                .filter(key -> !keys.contains(key))
                .forEach(key -> problems.add(
                        new InputProblem(path.isEmpty() ? key : path + "." + key, "is not a field of the list")));
    }
}
