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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Helm chart of the controllers, packed from the files of {@code manifests/chart} and {@code manifests/crds} that are part of the
 * program. The same files always give the same archive. Immutable.
 */
public final class ControllersChart {
    /** The name of the chart. */
    public static final String NAME = "butler";
    /** The key of its archive in the ConfigMap. */
    static final String FILE = NAME + ".tgz";

    private static final ShippedFiles FILES = new ShippedFiles("/manifests/chart/");
    private static final String DESCRIPTION = "Chart.yaml";
    private static final Pattern VERSION = Pattern.compile("(?m)^version: (\\S+)$");
    private static final Pattern APP_VERSION = Pattern.compile("(?m)^appVersion: (\\S+)$");
    private static final Pattern CRD_NAME = Pattern.compile("(?m)^  name: \"?([a-z.]+)\"?$");

    private final SortedMap<String, String> files;
    private final String version;

    private ControllersChart(SortedMap<String, String> files, String version) {
        this.files = files;
        this.version = version;
    }

    /** Returns the chart of this program. */
    public static ControllersChart shipped() {
        SortedMap<String, String> files = new TreeMap<>();
        FILES.listed("files.txt").forEach(file -> files.put(file, FILES.require(NAME + "/" + file)));
        CustomResourceDefinitionFiles.texts().forEach(text -> files.put(crdPath(text), text));
        String version = first(VERSION, files.get(DESCRIPTION)) + "+" + digest(files);
        files.computeIfPresent(
                DESCRIPTION,
                (name, text) -> VERSION.matcher(text).replaceFirst(Matcher.quoteReplacement("version: " + version)));
        return new ControllersChart(files, version);
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
        files.forEach((name, text) -> archive.add(NAME + "/" + name, text));
        return archive.compressed();
    }

    /** Returns a ConfigMap with the archive, from which a Job installs the chart. */
    ConfigMap configMap(String namespace) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("butler-chart")
                .withNamespace(namespace)
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .addToAnnotations(ApiGroup.NAME + "/chart-version", version)
                .endMetadata()
                .addToBinaryData(FILE, Base64.getEncoder().encodeToString(archive()))
                .build();
    }

    /** Returns the source of the chart for requests. */
    static ChartSource source() {
        return new ChartSource.Archive("butler-chart", FILE, NAME);
    }

    /** Returns the files in the archive by path. */
    SortedMap<String, String> files() {
        return Collections.unmodifiableSortedMap(files);
    }
}
