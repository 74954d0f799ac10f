package dev.butlerlabs.sim.toy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Follows docs/adding-a-provider.md with the toy provider. */
class AddingAProviderTest {
    private static final Pattern STEP = Pattern.compile("(?m)^## (\\d)\\. (.+)$");
    private static final Pattern TOY_FILE = Pattern.compile("`(butler-sim/src/test/[^`]+)`");
    private static final Pattern NAMED = Pattern.compile("`([A-Z][A-Za-z]+)`");

    private final Path root = root();
    private final String page = read(root.resolve("docs/adding-a-provider.md"));

    @Test
    void thePageNamesEveryFileOfTheToyAndNoOther() throws IOException {
        List<Path> named = TOY_FILE.matcher(page)
                .results()
                .map(file -> root.resolve(file.group(1)))
                .toList();

        assertThat(STEP.matcher(page).results().map(step -> step.group(1)))
                .containsExactly("1", "2", "3", "4", "5", "6", "7");
        assertThat(named).allSatisfy(file -> assertThat(file).exists());
        try (Stream<Path> files = Files.list(root.resolve("butler-sim/src/test/java/dev/butlerlabs/sim/toy"))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("Toy")))
                    .isNotEmpty()
                    .isSubsetOf(named);
        }
    }

    @Test
    void everyTypeThePageNamesExists() throws IOException {
        List<String> names =
                NAMED.matcher(page).results().map(MatchResult::group).distinct().toList();
        List<String> known = new ArrayList<>();
        for (String module : List.of("butler-core", "butler-sim", "butleradm")) {
            try (Stream<Path> files = Files.walk(root.resolve(module))) {
                files.filter(file -> file.toString().contains("/src/"))
                        .map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .map(name -> "`" + name.replace(".java", "") + "`")
                        .forEach(known::add);
            }
        }
        List<String> words = List.of("`ServiceLoader`", "`Absent`", "`VMVanished`", "`NAME`");
        assertThat(names.stream().filter(name -> !words.contains(name))).isSubsetOf(known);
    }

    @Test
    void theToyIsFoundAndTalksToItsSimulator() {
        InfrastructureProvider provider = ProviderRegistry.load().require("toy");
        assertThat(Modifier.isPublic(ToyInfrastructure.class.getModifiers())).isFalse();
        try (SimulatedInfrastructure simulator =
                Simulators.load().find("toy").orElseThrow().start(SimulationOptions.standard())) {
            ProblemCollector problems = new ProblemCollector();
            ProviderSectionValues setup = provider.read(
                            ConfigSection.of("providerConfig.toy", simulator.credentials(), problems))
                    .orElseThrow();
            assertThat(problems.problems()).isEmpty();
            ConfigSection section = ConfigSection.of("spec.toy", setup.settings(), new ProblemCollector());
            try (ConnectedInfrastructure infrastructure =
                    provider.connect(new ProviderConnectionSettings(section, setup.credentials()))) {
                assertThat(infrastructure.version()).isEqualTo("1.0-toy");
            }
        }
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs/adr"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
