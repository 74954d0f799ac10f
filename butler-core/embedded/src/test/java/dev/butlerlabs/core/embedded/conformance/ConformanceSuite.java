package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Requests and answers, byte for byte. */
abstract class ConformanceSuite extends Suite {

    private final Map<String, JsonNode> abbreviations = CaseLibrary.variables();

    ConformanceSuite() {
        super("conformance");
    }

    @TestFactory
    Stream<DynamicContainer> cases() {
        Stream<DynamicContainer> library = CaseLibrary.bySubject().entrySet().stream()
                .map(subject -> container(subject.getKey(), subject.getValue()));
        return Stream.concat(library, Stream.of(container("manifests", CaseLibrary.projectDefinitions())));
    }

    private DynamicContainer container(String subject, List<Case> cases) {
        return DynamicContainer.dynamicContainer(subject, cases.stream().map(this::test));
    }

    @Override
    void run(Case one) {
        Variables variables = new Variables(new HashMap<>(abbreviations));
        one.variables().forEach(variables::set);
        if (one.mentions("ns") || abbreviations.keySet().stream().anyMatch(one::mentions)) {
            variables.set("ns", newNamespace());
        }
        new CaseRunner(client(), candidate()::forgetHistory, variables).run(one.steps());
    }
}
