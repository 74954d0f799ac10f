package dev.butlerlabs.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the program of the controllers' image contains, according to the POM files. */
class ProgramDependenciesTest {
    private static final String PROGRAM = "butler-operator";

    private final Map<String, Set<String>> dependencies = new HashMap<>();

    ProgramDependenciesTest() throws Exception {
        try (Stream<Path> files = Files.list(ProjectRoot.find().resolve("butler-core"))) {
            for (Path pom : files.map(module -> module.resolve("pom.xml"))
                    .filter(Files::isRegularFile)
                    .toList()) {
                readPom(pom);
            }
        }
    }

    @Test
    void theProgramHasNeitherSimulatorsNorEnginesNorTheToolOfOperators() {
        assertThat(modules())
                .contains("butler-controllers", "butler-cli")
                .doesNotContain("butler-sim", "butler-embedded", "butler-engine", "butler-bootstrap", "butleradm")
                .doesNotContain("butler-testing");
    }

    @Test
    void theProgramHasEveryProvider() {
        Set<String> providers = dependencies.keySet().stream()
                .filter(name -> name.startsWith("butler-provider-"))
                .collect(Collectors.toSet());

        assertThat(providers).hasSizeGreaterThanOrEqualTo(7);
        assertThat(modules()).containsAll(providers);
    }

    /** The Docker client belongs to the provider {@code local} and to nothing else. */
    @Test
    void onlyTheProviderLocalUsesTheDockerClient() {
        assertThat(modules().stream().filter(module -> dependencies.get(module).contains("butler-docker")))
                .containsExactly("butler-provider-local");
        assertThat(modules().stream()
                        .filter(module -> dependencies.get(module).stream()
                                .anyMatch(library -> library.startsWith("docker-java"))))
                .containsExactly("butler-docker");
    }

    /** The controllers themselves serve HTTP with the JDK. */
    @Test
    void onlyTheConsoleUsesTheWebServer() {
        assertThat(modules().stream()
                        .filter(module ->
                                dependencies.get(module).stream().anyMatch(library -> library.contains("helidon"))))
                .containsExactly("butler-server");
    }

    @Test
    void noModuleOfTheProgramUsesTheLibrariesOfOtherPrograms() {
        assertThat(modules().stream().flatMap(module -> dependencies.get(module).stream()))
                .isNotEmpty()
                .noneMatch(library -> library.contains("jline"))
                .doesNotContain("cel", "testcontainers", "jib-core");
    }

    /** Returns the modules of Butler that the program depends on, directly or transitively. */
    private Set<String> modules() {
        Set<String> found = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(PROGRAM));
        while (!open.isEmpty()) {
            String module = open.pop();
            if (found.add(module)) {
                dependencies.get(module).stream()
                        .filter(name -> name.startsWith("butler"))
                        .forEach(open::push);
            }
        }
        return found;
    }

    private void readPom(Path file) throws Exception {
        Element project = parse(file);
        Set<String> names = children(project, "dependencies")
                .flatMap(list -> children(list, "dependency"))
                .filter(dependency -> children(dependency, "scope")
                        .noneMatch(scope -> Set.of("test", "provided").contains(scope.getTextContent())))
                .map(ProgramDependenciesTest::artifact)
                .collect(Collectors.toSet());
        dependencies.put(artifact(project), names);
    }

    private static Element parse(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        try (var text = Files.newInputStream(file)) {
            return factory.newDocumentBuilder().parse(text).getDocumentElement();
        } catch (IOException e) {
            throw new IOException("cannot read " + file, e);
        }
    }

    private static String artifact(Element element) {
        return children(element, "artifactId").findFirst().orElseThrow().getTextContent();
    }

    private static Stream<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node.getNodeName().equals(name))
                .map(Element.class::cast);
    }
}
