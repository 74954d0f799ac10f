package dev.butlerlabs.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Rules for imports between packages and for class names. A package imports only its own subpackages and packages of lower layers. */
class ArchitectureTest {
    private static final String CORE = "dev.butlerlabs.core";

    /** Layers from top to bottom. Packages of one layer do not import each other. */
    private static final List<List<String>> FLOORS = List.of(
            List.of("cli"),
            List.of("rollout", "certificate"),
            List.of("node"),
            List.of("status"),
            List.of("bootstrap", "upgrade"),
            List.of("server"),
            List.of("backup"),
            List.of("tenant", "ipam", "team", "webhook"),
            List.of("quota", "audit"),
            List.of("machine", "addon", "identity", "gitops", "operation"),
            List.of("image"),
            List.of("reconcile", "provider", "talos", "engine", "boundary", "admission"),
            List.of("docker", "embedded", "config", "helm", "support"),
            List.of("kube"),
            List.of("api"),
            List.of("version"),
            List.of("yaml", "tree", "jsonpatch", "retry", "pem", "net", "etcd"),
            List.of("error", "progress"),
            List.of("testing"));

    private static final String[] PROVIDERS = Stream.of(
                    "aws", "azure", "gcp", "harvester", "local", "nutanix", "proxmox")
            .map(name -> CORE + ".provider." + name + "..")
            .toArray(String[]::new);

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(CORE);

    @TestFactory
    Stream<DynamicTest> importsPointDown() {
        List<DynamicTest> rules = new ArrayList<>();
        List<String> aboveOrBeside = new ArrayList<>();
        for (List<String> floor : FLOORS) {
            aboveOrBeside.addAll(floor);
            for (String name : floor) {
                String[] forbidden = aboveOrBeside.stream()
                        .filter(other -> !other.equals(name))
                        .map(other -> CORE + "." + other + "..")
                        .toArray(String[]::new);
                rules.add(DynamicTest.dynamicTest(
                        name + " imports only what lies below",
                        () -> noClasses()
                                .that()
                                .resideInAPackage(CORE + "." + name + "..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(forbidden)
                                .allowEmptyShould(true)
                                .check(CLASSES)));
            }
        }
        return rules.stream();
    }

    @Test
    void everyPackageHasAFloor() {
        List<String> known = FLOORS.stream().flatMap(List::stream).toList();
        assertThat(CLASSES.getPackage(CORE).getSubpackages())
                .extracting(JavaPackage::getRelativeName)
                .isSubsetOf(known);
    }

    @Test
    void onlyTheCommandLineKnowsPicocli() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CORE + ".cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli..")
                .check(CLASSES);
    }

    @Test
    void noProviderIsKnownToTheRest() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CORE + ".provider..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PROVIDERS)
                .check(CLASSES);
    }

    @Test
    void aSimpleNameExistsOnce() throws IOException {
        Map<String, Long> uses = classNames().collect(Collectors.groupingBy(name -> name, Collectors.counting()));

        assertThat(uses).hasSizeGreaterThan(1_000);
        assertThat(uses.entrySet().stream().filter(name -> name.getValue() > 1)).isEmpty();
    }

    @Test
    void noClassIsNamedByAnActivity() throws IOException {
        assertThat(classNames().filter(name -> name.endsWith("ing"))).isEmpty();
    }

    /** The top-level classes of the main code of every module. */
    private static Stream<String> classNames() throws IOException {
        try (Stream<Path> files = Files.walk(ProjectRoot.find())) {
            return files
                    .map(Path::toString)
                    .filter(file -> file.contains("/src/main/java/") && file.endsWith(".java"))
                    .map(file -> file.substring(file.lastIndexOf('/') + 1, file.lastIndexOf('.')))
                    .filter(name -> !name.equals("package-info"))
                    .toList()
                    .stream();
        }
    }

    @Test
    void everyPackageSaysItsJob() {
        assertThat(CLASSES.stream().map(type -> type.getPackage()).distinct())
                .allSatisfy(name -> assertThat(name.tryGetPackageInfo())
                        .as(name.getName() + " has a package-info")
                        .isPresent());
    }
}
