package dev.butlerlabs.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which package may import which: a package sees its own floor's subpackages and the floors below, never across or up. */
class ArchitectureTest {
    private static final String CORE = "dev.butlerlabs.core";

    /** From the top down. Packages of one floor do not know each other. */
    private static final List<List<String>> FLOORS = List.of(
            List.of("cli"),
            List.of("bootstrap"),
            List.of("tenant", "ipam", "team"),
            List.of("machine", "addon"),
            List.of("reconcile", "provider", "talos", "engine", "boundary"),
            List.of("docker", "embedded", "config", "helm"),
            List.of("kube"),
            List.of("api"),
            List.of("yaml", "version", "jsonpatch"),
            List.of("error", "progress"));

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
                .resideInAPackage(CORE + ".provider.*..")
                .check(CLASSES);
    }

    @Test
    void everyPackageSaysItsJob() {
        assertThat(CLASSES.stream().map(type -> type.getPackage()).distinct())
                .allSatisfy(name -> assertThat(name.tryGetPackageInfo())
                        .as(name.getName() + " has a package-info")
                        .isPresent());
    }
}
