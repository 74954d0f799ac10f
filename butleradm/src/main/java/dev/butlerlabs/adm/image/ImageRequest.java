package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.api.ImageSyncSpec.Architecture;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The image requested on the command line.
 *
 * @param schematic ID of an existing schematic; empty for one with the extensions
 * @param mode transfer mode; empty for the default of the infrastructure
 */
record ImageRequest(
        String version,
        Optional<String> schematic,
        List<String> extensions,
        Architecture architecture,
        Optional<TransferMode> mode,
        Optional<String> displayName) {
    private static final Pattern VERSION = Pattern.compile("v\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?");
    private static final Pattern SCHEMATIC = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern EXTENSION = Pattern.compile("[a-z0-9._-]+/[a-z0-9._-]+");

    /**
     * Checks the values.
     *
     * @throws ButlerException with every problem
     */
    static ImageRequest of(
            String version,
            Optional<String> schematic,
            List<String> extensions,
            String architecture,
            Optional<String> mode,
            Optional<String> displayName) {
        List<InputProblem> problems = new ArrayList<>();
        require(problems, VERSION.matcher(version).matches(), "VERSION", "must be a version such as v1.12.1");
        schematic.ifPresent(id ->
                require(problems, SCHEMATIC.matcher(id).matches(), "--schematic", "must have 64 hexadecimal digits"));
        require(
                problems,
                schematic.isEmpty() || extensions.isEmpty(),
                "--extension",
                "cannot be combined with --schematic; add the extension to the schematic");
        extensions.forEach(name -> require(
                problems,
                EXTENSION.matcher(name).matches(),
                "--extension",
                "\"%s\" must be a name such as siderolabs/qemu-guest-agent".formatted(name)));
        Optional<Architecture> arch = word(problems, "--arch", architecture, Architecture.values());
        Optional<TransferMode> transfer =
                mode.flatMap(text -> word(problems, "--transfer-mode", text, TransferMode.values()));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid image.", problems);
        }
        return new ImageRequest(version, schematic, List.copyOf(extensions), arch.get(), transfer, displayName);
    }

    private static void require(List<InputProblem> problems, boolean fulfilled, String option, String problem) {
        if (!fulfilled) {
            problems.add(new InputProblem(option, problem));
        }
    }

    private static <E extends Enum<E>> Optional<E> word(
            List<InputProblem> problems, String option, String text, E[] values) {
        Optional<E> found = Arrays.stream(values)
                .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst();
        require(
                problems,
                found.isPresent(),
                option,
                "must be one of "
                        + Arrays.stream(values)
                                .map(value -> value.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")));
        return found;
    }
}
