package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The JSONPath subset of printer columns: fields, indices, wildcards, slices and filters on one field. */
final class JsonPath {
    private final List<Step> steps;

    JsonPath(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    /** Parses a path such as {@code .status.conditions[?(@.type=="Ready")].status}. */
    static JsonPath parse(String text) {
        return new JsonPathParser(text).parse();
    }

    /** Returns all matching nodes in order; missing fields do not match. */
    List<JsonNode> find(JsonNode start) {
        List<JsonNode> here = List.of(start);
        for (Step step : steps) {
            List<JsonNode> next = new ArrayList<>();
            here.forEach(node -> step.from(node).forEach(next::add));
            here = next;
        }
        return here;
    }

    /** A step of the path. */
    sealed interface Step {
        Stream<JsonNode> from(JsonNode node);
    }

    record Field(String name) implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode node) {
            return Stream.ofNullable(node.get(name));
        }
    }

    record Fields(List<String> names) implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode node) {
            return names.stream().map(node::get).filter(found -> found != null);
        }
    }

    record Wildcard() implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode node) {
            return children(node);
        }
    }

    /** The node itself and all its descendants. */
    record Descent() implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode node) {
            return Stream.concat(Stream.of(node), children(node).flatMap(this::from));
        }
    }

    /** Elements from an index (inclusive) to another (exclusive); negative indices count from the end. */
    record Slice(int from, int to, int step) implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode node) {
            List<JsonNode> chosen = new ArrayList<>();
            int size = node.isArray() ? node.size() : 0;
            int first = Math.max(0, from < 0 ? from + size : from);
            int last = Math.min(size, to < 0 ? to + size : to);
            for (int place = first; place < last; place += step) {
                chosen.add(node.get(place));
            }
            return chosen.stream();
        }
    }

    record Index(int place) implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode node) {
            return node.isArray()
                    ? Stream.ofNullable(node.get(place < 0 ? place + node.size() : place))
                    : Stream.empty();
        }
    }

    /** The elements for which a comparison is true; without an operator, those for which the left side exists. */
    record Filter(JsonPath left, String operator, JsonNode right) implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode node) {
            return node.isArray() ? children(node).filter(this::holds) : Stream.empty();
        }

        private boolean holds(JsonNode element) {
            List<JsonNode> found = left.find(element);
            if (found.isEmpty()) {
                return false;
            }
            JsonNode value = found.getFirst();
            return switch (operator) {
                case "" -> true;
                case "==" -> JsonNumberComparison.same(value, right);
                case "!=" -> !JsonNumberComparison.same(value, right);
                case "<" -> comparable(value) && compare(value) < 0;
                case "<=" -> comparable(value) && compare(value) <= 0;
                case ">" -> comparable(value) && compare(value) > 0;
                default -> comparable(value) && compare(value) >= 0;
            };
        }

        private boolean comparable(JsonNode value) {
            return (value.isNumber() && right.isNumber()) || (value.isTextual() && right.isTextual());
        }

        private int compare(JsonNode value) {
            return value.isNumber()
                    ? value.decimalValue().compareTo(right.decimalValue())
                    : value.textValue().compareTo(right.textValue());
        }
    }

    private static Stream<JsonNode> children(JsonNode node) {
        Stream.Builder<JsonNode> children = Stream.builder();
        node.forEach(children::add);
        return children.build();
    }
}
