package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.cli.gotemplate.GoTemplate;
import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages for templates that cannot be parsed or do not fit: where and why. */
class TemplateProblemTest {
    private static final Map<String, Object> DOCUMENT =
            Map.of("name", "demo", "ports", List.of(80, 443), "spec", Map.of("size", 3));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ".name | column 1: no expression found; put it in braces, such as {.metadata.name}",
                "{.name | column 1: '{' has no closing '}'",
                "a {.name | column 3: '{' has no closing '}'",
                "{name} | column 2: unknown word \"name\"; a field starts with a dot, such as .name",
                "{.ports[x]} | column 9: \"x\" is not an index, a range such as 1:3, * or a key in single quotes",
                "{.ports[0} | column 8: '[' has no closing ']'",
                "{.ports[0:2:0]} | column 9: the step of a range must be greater than 0",
                "{.ports[?(@.x==1]} | column 8: '[?(' has no closing ')]'",
                "{.ports[?(@.x=1)]} | column 14: unknown operator \"=\"; use ==, !=, <, <=, > or >=",
                "{.ports[?(@.x==nope)]} | column 16: unknown word \"nope\"; a field starts with a dot, such as .nope",
                "{range .ports[*]}{.x} | column 1: {range} without {end}",
                "{.name}{end} | column 8: {end} without {range}",
                "{\"text} | column 2: missing closing \"",
                "{.a....b} | column 6: recursive descent (..) cannot be repeated",
            })
    void jsonPathNamesPositionAndReason(String template, String message) {
        assertThatThrownBy(() -> JsonPathTemplate.parse(template)).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{.ports[7]} | index 7 is out of bounds of a list with 2 elements",
                "{.name[0]} | a string is not a list and has no elements",
                "{.spec[?(@.x)]} | an object is not a list and cannot be filtered",
                "{.ports[?(@==\"x\")]} | 80 and \"x\" cannot be compared",
            })
    void jsonPathNamesWhatDoesNotFit(String template, String message) {
        JsonPathTemplate parsed = JsonPathTemplate.parse(template);
        assertThatThrownBy(() -> parsed.format(DOCUMENT)).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "{{.name ~ column 1: '{{' has no closing '}}'",
                "{{range .ports}}x ~ column 3: {{range}} without {{end}}",
                "{{if .name}}x{{else}}y ~ column 3: {{if}} without {{end}}",
                "x{{end}} ~ column 4: {{end}} without {{if}}, {{range}} or {{with}}",
                "{{pritnf \"%s\" .name}} ~ column 3: unknown function \"pritnf\"; did you mean printf?",
                "{{$x}} ~ column 3: variable $x is not defined",
                "{{.name .spec}} ~ column 3: a value cannot have arguments; write a function first, such as index or printf",
                "{{.name | .spec}} ~ column 11: only a function can follow |",
                "{{(len .name}} ~ column 3: '(' has no closing ')'",
                "{{\"x}} ~ column 3: missing closing \"",
                "{{break}} ~ column 3: {{break}} outside of {{range}}",
                "{{template \"x\"}} ~ column 3: {{template}} is not supported",
                "{{.name ; .spec}} ~ column 9: unexpected character ';'",
                "{{}} ~ column 3: expected a value",
                "{{'ab'}} ~ column 3: single quotes are for one character; use double quotes for text",
            })
    void goTemplateNamesPositionAndReason(String template, String message) {
        assertThatThrownBy(() -> GoTemplate.parse(template)).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "{{index .ports 5}} ~ column 3: index 5 is out of range of a list with 2 elements",
                "{{index .ports \"x\"}} ~ column 3: x is not an index of a list",
                "{{.name.first}} ~ column 3: demo has no field .first",
                "{{len 5}} ~ column 3: 5 has no length",
                "{{lt .name 5}} ~ column 3: demo and 5 cannot be compared",
                "{{printf \"%d\" .name}} ~ column 3: printf verb %d does not fit the value demo",
                "{{printf \"%s\"}} ~ column 3: printf has no value for %s",
                "{{base64decode \"a-b\"}} ~ column 3: base64decode: the value is not base64",
                "{{range .name}}x{{end}} ~ column 9: range cannot iterate over demo",
            })
    void goTemplateNamesWhatDoesNotFit(String template, String message) {
        GoTemplate parsed = GoTemplate.parse(template);
        assertThatThrownBy(() -> parsed.format(Map.of("name", "demo", "ports", List.of(80, 443))))
                .hasMessage(message);
    }

    @Test
    void namesTheLineOfALongTemplate() {
        assertThatThrownBy(() -> GoTemplate.parse("{{.name}}\n{{.ports}}\n  {{nosuch}}"))
                .hasMessage("line 3, column 5: unknown function \"nosuch\"");
    }

    @Test
    void readsCustomColumnsFromAFile() {
        assertThat(CustomColumns.parseFile("NAME  SIZE\n.name {.spec.size}\n").format(DOCUMENT))
                .isEqualTo("NAME   SIZE\ndemo   3\n");
        assertThat(CustomColumns.parse("NAME:.name").withoutHeaders().format(DOCUMENT))
                .isEqualTo("demo\n");
        assertThatThrownBy(() -> CustomColumns.parseFile("NAME SIZE\n.name\n"))
                .hasMessage("the file has 2 headers, but 1 expressions");
        assertThatThrownBy(() -> CustomColumns.parseFile("NAME SIZE"))
                .hasMessage("the file needs a line with headers and a line with expressions");
        assertThatThrownBy(() -> CustomColumns.parse("NAME:.name,SIZE"))
                .hasMessage("column \"SIZE\" is not HEADER:EXPRESSION");
    }
}
