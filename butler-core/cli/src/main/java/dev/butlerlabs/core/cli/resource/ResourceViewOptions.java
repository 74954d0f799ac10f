package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of commands that list objects: which ones, in which order, and whether to watch them. */
public final class ResourceViewOptions {
    @Option(
            names = {"-w", "--watch"},
            description = "After listing, watch for changes and print each changed object.")
    private boolean watch;

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            converter = LabelSelectorConverter.class,
            description = "Label selector, such as env=prod,tier!=test.")
    private String selector;

    @Option(
            names = "--field-selector",
            paramLabel = "SELECTOR",
            description = "Field selector, such as metadata.name=demo.")
    private String fieldSelector;

    @Option(
            names = "--sort-by",
            paramLabel = "EXPRESSION",
            converter = SortExpressionConverter.class,
            description = "Sort the list by a JSONPath expression, such as .metadata.creationTimestamp.")
    private JsonPathTemplate sortBy;

    @Option(names = "--show-labels", description = "Show the labels as the last column of tables.")
    private boolean showLabels;

    public boolean isWatch() {
        return watch;
    }

    public Optional<String> selector() {
        return Optional.ofNullable(selector);
    }

    public Optional<String> fieldSelector() {
        return Optional.ofNullable(fieldSelector);
    }

    Optional<JsonPathTemplate> sortBy() {
        return Optional.ofNullable(sortBy);
    }

    public boolean showsLabels() {
        return showLabels;
    }
}
