package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The images to export, as on the command line.
 *
 * @param format file format of all images; empty for the formats that the providers import
 */
record ImageExportRequest(
        String schematic, String version, List<String> platforms, String architecture, Optional<String> format) {
    private static final Pattern SCHEMATIC = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern VERSION = Pattern.compile("v\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?");
    private static final Pattern WORD = Pattern.compile("[0-9a-z]+");
    private static final Pattern FORMAT = Pattern.compile("[0-9a-z]+(\\.[0-9a-z]+)*");
    private static final Set<String> ARCHITECTURES = Set.of("amd64", "arm64");

    /**
     * Returns the images of all platforms.
     *
     * @throws ButlerException with every problem
     */
    Set<ImageId> images(ProviderRegistry providers) {
        List<InputProblem> problems = new ArrayList<>();
        check(problems, "--schematic", List.of(schematic), SCHEMATIC, "must have 64 hexadecimal digits");
        check(problems, "VERSION", List.of(version), VERSION, "must be a version such as v1.12.1");
        check(problems, "--platform", platforms, WORD, "must be a platform such as nocloud");
        if (!ARCHITECTURES.contains(architecture)) {
            problems.add(invalid("--arch", architecture, "must be one of amd64, arm64"));
        }
        format.filter(word -> !FORMAT.matcher(word).matches())
                .ifPresent(word -> problems.add(invalid("--format", word, "must be a format such as qcow2 or raw.xz")));
        platforms.stream()
                .filter(platform -> WORD.matcher(platform).matches()
                        && formats(platform, providers).isEmpty())
                .forEach(platform -> problems.add(invalid(
                        "--platform",
                        platform,
                        "no provider imports it (%s); specify its file format with --format"
                                .formatted(String.join(", ", importable(providers))))));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid images.", problems);
        }
        return combine(providers);
    }

    private static void check(
            List<InputProblem> problems, String option, List<String> words, Pattern pattern, String problem) {
        words.stream()
                .filter(word -> !pattern.matcher(word).matches())
                .forEach(word -> problems.add(invalid(option, word, problem)));
    }

    private static InputProblem invalid(String option, String word, String problem) {
        return new InputProblem(option, "\"%s\" %s".formatted(word, problem));
    }

    /** Returns the formats of a platform: the given one, or those that the providers import. */
    private Collection<String> formats(String platform, ProviderRegistry providers) {
        return format.<Collection<String>>map(List::of)
                .orElseGet(() -> artifacts(providers)
                        .filter(artifact -> artifact.platform().equals(platform))
                        .map(ImageArtifact::format)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Stream<ImageArtifact> artifacts(ProviderRegistry providers) {
        return providers.all().stream().map(InfrastructureProvider::image).flatMap(Optional::stream);
    }

    private static Set<String> importable(ProviderRegistry providers) {
        return artifacts(providers).map(ImageArtifact::platform).collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<ImageId> combine(ProviderRegistry providers) {
        return platforms.stream()
                .flatMap(platform -> formats(platform, providers).stream()
                        .map(word -> new ImageId(schematic, version, architecture, platform, word)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
