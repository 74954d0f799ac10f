package dev.butlerlabs.core.image.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The content of an image archive with the checksums of all files. Immutable.
 *
 * @param files files in the order of their export
 */
public record ImageArchiveManifest(List<ArchivedFile> files) {
    /** The name of the manifest in an archive. */
    public static final String NAME = "manifest.json";

    private static final String KIND = "ImageArchive";
    private static final int VERSION = 1;
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern IMAGE = Pattern.compile("image/[^/]+/([^/]+)/[^/]+");
    private static final Pattern SCHEMATIC = Pattern.compile("schematics/([0-9a-f]{64})\\.yaml");

    public ImageArchiveManifest {
        files = List.copyOf(files);
    }

    /** Returns the path of an image, which is that of its URL in a factory. */
    static String path(ImageId image) {
        return String.join("/", "image", image.schematic(), image.version(), image.fileName());
    }

    static String schematicPath(String id) {
        return "schematics/" + id + ".yaml";
    }

    static String extensionsPath(String version) {
        return "versions/" + version + "/extensions.json";
    }

    /**
     * Parses a manifest.
     *
     * @return empty if the text is not a valid manifest of this version
     */
    static Optional<ImageArchiveManifest> parse(String text) {
        return JsonDocument.read(text.getBytes(StandardCharsets.UTF_8))
                .filter(tree -> KIND.equals(tree.path("kind").asText())
                        && tree.path("version").asInt() == VERSION)
                .map(tree -> tree.path("files"))
                .filter(JsonNode::isArray)
                .map(list ->
                        JsonDocument.items(list).map(ImageArchiveManifest::file).toList())
                .filter(files -> files.stream().allMatch(ImageArchiveManifest::isValid))
                .map(ImageArchiveManifest::new);
    }

    private static ArchivedFile file(JsonNode tree) {
        return new ArchivedFile(
                tree.path("path").asText(),
                tree.path("bytes").asLong(-1),
                tree.path("sha256").asText());
    }

    /** Rejects paths outside of the archive. */
    private static boolean isValid(ArchivedFile file) {
        return PATH.matcher(file.path()).matches()
                && file.bytes() >= 0
                && SHA256.matcher(file.sha256()).matches();
    }

    String json() {
        ObjectNode tree = JsonDocument.object().put("kind", KIND).put("version", VERSION);
        ArrayNode list = tree.putArray("files");
        files.forEach(file -> list.addObject()
                .put("path", file.path())
                .put("bytes", file.bytes())
                .put("sha256", file.sha256()));
        return tree.toPrettyString() + "\n";
    }

    /** Returns a manifest with a file in place of another one with the same path. */
    ImageArchiveManifest with(ArchivedFile file) {
        Predicate<ArchivedFile> isOther = other -> !other.path().equals(file.path());
        List<ArchivedFile> changed =
                new ArrayList<>(files.stream().filter(isOther).toList());
        changed.add(Objects.requireNonNull(file, "file"));
        return new ImageArchiveManifest(changed);
    }

    public Optional<ArchivedFile> find(String path) {
        return files.stream().filter(file -> file.path().equals(path)).findFirst();
    }

    /** Returns the images. */
    public List<ArchivedFile> images() {
        return files.stream()
                .filter(file -> IMAGE.matcher(file.path()).matches())
                .toList();
    }

    /** Returns the IDs of the schematics. */
    public List<String> schematics() {
        return matches(SCHEMATIC).toList();
    }

    /** Returns the Talos versions of the images. */
    public List<String> versions() {
        return matches(IMAGE).distinct().sorted().toList();
    }

    private Stream<String> matches(Pattern pattern) {
        return files.stream()
                .map(file -> pattern.matcher(file.path()))
                .filter(Matcher::matches)
                .map(match -> match.group(1));
    }

    /** Returns the size of all files. */
    public long bytes() {
        return files.stream().mapToLong(ArchivedFile::bytes).sum();
    }
}
