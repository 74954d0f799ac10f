package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlPosition;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the objects of a directory as Flux does: those that kustomization.yaml lists, or all YAML files if there is none. Of kustomize, only
 * the field {@code resources} with local files and directories is supported; other fields are reported as problems.
 */
public final class KustomizationReader {
    private static final List<String> FILE_NAMES = List.of("kustomization.yaml", "kustomization.yml", "Kustomization");
    private static final Set<String> SUPPORTED = Set.of("apiVersion", "kind", "metadata", "resources");

    private final Path root;
    private final List<Map<String, Object>> objects = new ArrayList<>();
    private final List<InputProblem> problems = new ArrayList<>();
    private final Set<Path> visited = new HashSet<>();

    private KustomizationReader(Path root) {
        this.root = root;
    }

    /**
     * Returns the objects of a directory.
     *
     * @param checkout the root of the checkout; files outside it are not read
     * @param path the directory in it
     * @throws ButlerException with every problem of the files
     */
    public static List<Map<String, Object>> read(Path checkout, String path) {
        Path root = real(checkout);
        KustomizationReader reader = new KustomizationReader(root);
        Path start = root.resolve(path).normalize();
        if (!Files.isDirectory(start) || !reader.isInside(start)) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE,
                    "%s has no directory %s.".formatted(checkout, path),
                    "Specify the root of a checkout of the repository and branch.");
        }
        reader.directory(start);
        if (!reader.problems.isEmpty()) {
            throw ButlerException.invalid("Cannot read the objects of the repository:", reader.problems);
        }
        return List.copyOf(reader.objects);
    }

    private static Path real(Path checkout) {
        try {
            return checkout.toRealPath();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read directory %s.".formatted(checkout), e);
        }
    }

    private void directory(Path directory) {
        if (!visited.add(directory)) {
            problems.add(new InputProblem(name(directory), "is listed twice"));
            return;
        }
        Optional<Path> file = FILE_NAMES.stream()
                .map(directory::resolve)
                .filter(Files::isRegularFile)
                .findFirst();
        if (file.isPresent()) {
            kustomization(directory, file.get());
        } else {
            yamlFiles(directory).forEach(this::manifests);
        }
    }

    private void kustomization(Path directory, Path file) {
        for (UntypedTree document : documents(file)) {
            document.map().keySet().stream()
                    .filter(field -> !SUPPORTED.contains(field))
                    .forEach(field -> problems.add(new InputProblem(
                            name(file),
                            "field %s is not supported by this comparison".formatted(field),
                            "compare with 'kubectl diff -k' instead")));
            for (UntypedTree entry : document.items("resources")) {
                resource(directory, file, entry.anyText());
            }
        }
    }

    private void resource(Path directory, Path file, String entry) {
        Path target = directory.resolve(entry).normalize();
        if (entry.contains("://") || entry.startsWith("/") || !isInside(target)) {
            problems.add(new InputProblem(
                    name(file), "resource \"%s\" is not a file or directory of the checkout".formatted(entry)));
        } else if (Files.isDirectory(target)) {
            directory(target);
        } else {
            manifests(target);
        }
    }

    /** Also rejects symbolic links that lead out of the checkout. */
    private boolean isInside(Path target) {
        try {
            return target.startsWith(root)
                    && (!Files.exists(target) || target.toRealPath().startsWith(root));
        } catch (IOException e) {
            return false;
        }
    }

    private List<Path> yamlFiles(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> file.toString().matches(".*\\.ya?ml"))
                    .filter(file -> !root.relativize(file).startsWith(".git"))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read directory %s.".formatted(directory), e);
        }
    }

    private void manifests(Path file) {
        for (UntypedTree object : documents(file)) {
            if (object.anyText("apiVersion").isEmpty()
                    || object.anyText("kind").isEmpty()
                    || object.anyText("metadata.name").isEmpty()) {
                problems.add(new InputProblem(name(file), "apiVersion, kind and metadata.name are required"));
            } else {
                objects.add(object.copy());
            }
        }
    }

    private List<UntypedTree> documents(Path file) {
        Optional<String> text = AtomicFile.read(file);
        if (text.isEmpty()) {
            problems.add(new InputProblem(name(file), "does not exist"));
            return List.of();
        }
        List<UntypedTree> documents = new ArrayList<>();
        try {
            for (YamlNode node : YamlParser.parse(text.get(), YamlLimits.GENERATED)) {
                if (YamlValueConverter.of(node) instanceof Map<?, ?> document) {
                    documents.add(UntypedTree.of(document));
                } else if (!(node instanceof YamlNode.Scalar scalar && scalar.kind() == YamlNode.Kind.NULL)) {
                    problems.add(new InputProblem(place(file, Optional.of(node.start())), "must be a map"));
                }
            }
        } catch (YamlSyntaxException e) {
            problems.add(new InputProblem(place(file, e.position()), e.summary()));
        }
        return documents;
    }

    private String place(Path file, Optional<YamlPosition> position) {
        return name(file) + position.map(start -> ":" + start.line()).orElse("");
    }

    private String name(Path file) {
        return root.relativize(file).toString();
    }
}
