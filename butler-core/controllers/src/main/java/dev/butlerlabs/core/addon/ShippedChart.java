package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.helm.ChartSource;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Helm chart that is part of the program, packed from the files of {@code manifests/chart}. The same files always give the same
 * archive. Immutable.
 */
public final class ShippedChart {
    /** The name of the chart of the controllers, which contains the CRDs of {@code manifests/crds}. */
    public static final String CONTROLLERS = "butler";
    /** The name of the chart of the web console. */
    public static final String CONSOLE = "butler-web-console";

    private static final ShippedFiles FILES = new ShippedFiles("/manifests/chart/");
    private static final String DESCRIPTION = "Chart.yaml";
    private static final Pattern VERSION = Pattern.compile("(?m)^version: (\\S+)$");
    private static final Pattern APP_VERSION = Pattern.compile("(?m)^appVersion: (\\S+)$");
    private static final Pattern CRD_NAME = Pattern.compile("(?m)^  name: \"?([a-z.]+)\"?$");

    /** Reading and hashing all files takes longer than a reconciliation. */
    private static final Map<String, ShippedChart> CHARTS = new ConcurrentHashMap<>();

    private final String name;
    private final SortedMap<String, String> files;
    private final String version;

    private ShippedChart(String name, SortedMap<String, String> files, String version) {
        this.name = name;
        this.files = files;
        this.version = version;
    }

    /** Returns the chart of the controllers. */
    public static ShippedChart controllers() {
        return named(CONTROLLERS);
    }

    /**
     * Returns a chart of this program.
     *
     * @throws IllegalStateException if the program contains no chart of this name
     */
    public static ShippedChart named(String name) {
        return CHARTS.computeIfAbsent(name, ShippedChart::read);
    }

    private static ShippedChart read(String name) {
        SortedMap<String, String> files = filesOf(name);
        String version = first(VERSION, files.get(DESCRIPTION)) + "+" + digest(files);
        files.computeIfPresent(
                DESCRIPTION,
                (path, text) -> VERSION.matcher(text).replaceFirst(Matcher.quoteReplacement("version: " + version)));
        return new ShippedChart(name, files, version);
    }

    private static SortedMap<String, String> filesOf(String name) {
        String directory = name + "/";
        SortedMap<String, String> files = new TreeMap<>();
        FILES.listed("files.txt").stream()
                .filter(path -> path.startsWith(directory))
                .forEach(path -> files.put(path.substring(directory.length()), FILES.require(path)));
        if (files.isEmpty()) {
            throw new IllegalStateException("the program contains no chart " + name);
        }
        if (name.equals(CONTROLLERS)) {
            CustomResourceDefinitionFiles.texts().forEach(text -> files.put(crdPath(text), text));
        }
        return files;
    }

    private static String crdPath(String definition) {
        return "files/crds/%s.yaml".formatted(first(CRD_NAME, definition));
    }

    private static String digest(SortedMap<String, String> files) {
        return ContentDigest.of(files.entrySet().stream()
                .flatMap(file -> Stream.of(file.getKey(), file.getValue()))
                .toArray(String[]::new));
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in a file of the chart");
        }
        return matcher.group(1);
    }

    /** Returns the version of the chart with a digest of its content, so that every change is a new version. */
    public String version() {
        return version;
    }

    /** Returns the tag of the image that the chart uses by default. */
    public String appVersion() {
        return first(APP_VERSION, files.get(DESCRIPTION));
    }

    /** Returns the packed chart, as {@code helm package} would create it. */
    public byte[] archive() {
        TarArchive archive = new TarArchive();
        files.forEach((path, text) -> archive.add(name + "/" + path, text));
        return archive.compressed();
    }

    /** Returns a ConfigMap with the archive, from which a Job installs the chart. */
    ConfigMap configMap(String namespace) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(configMapName())
                .withNamespace(namespace)
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .addToAnnotations(ApiGroup.NAME + "/chart-version", version)
                .endMetadata()
                .addToBinaryData(fileName(), Base64.getEncoder().encodeToString(archive()))
                .build();
    }

    /** Returns the source of the chart for requests. */
    ChartSource source() {
        return new ChartSource.Archive(configMapName(), fileName(), name);
    }

    private String configMapName() {
        return name + "-chart";
    }

    /** Returns the key of the archive in the ConfigMap. */
    String fileName() {
        return name + ".tgz";
    }

    /** Returns the files in the archive by path. */
    SortedMap<String, String> files() {
        return Collections.unmodifiableSortedMap(files);
    }
}
