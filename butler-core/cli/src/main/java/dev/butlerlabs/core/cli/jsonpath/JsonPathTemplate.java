package dev.butlerlabs.core.cli.jsonpath;

import dev.butlerlabs.core.cli.output.DocumentTemplate;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A JSONPath template as {@code kubectl -o jsonpath=} accepts it: text with expressions in braces, and ranges. Immutable. */
public final class JsonPathTemplate implements DocumentTemplate {
    private final String source;
    private final List<Block> blocks;

    private JsonPathTemplate(String source, List<Block> blocks) {
        this.source = source;
        this.blocks = List.copyOf(blocks);
    }

    /** A part of a template. */
    sealed interface Block {
        record Text(String text) implements Block {}

        record Expression(List<JsonPathNode> nodes) implements Block {}

        record Range(List<JsonPathNode> nodes, List<Block> body) implements Block {}
    }

    /**
     * Parses a template.
     *
     * @throws TemplateException with the position and the reason
     */
    public static JsonPathTemplate parse(String text) {
        return new JsonPathTemplate(text, new JsonPathTemplateParser(text).template());
    }

    /**
     * Parses one expression, with or without braces and leading dot, as {@code --sort-by} and {@code custom-columns} accept it.
     *
     * @throws TemplateException with the position and the reason
     */
    public static JsonPathTemplate parseExpression(String text) {
        String expression = text.strip();
        if (expression.startsWith("{")) {
            return parse(expression);
        }
        return parse("{" + (expression.startsWith(".") || expression.startsWith("[") ? "" : ".") + expression + "}");
    }

    @Override
    public String format(Object document) {
        StringBuilder text = new StringBuilder();
        format(blocks, document, text);
        return text.toString();
    }

    /** Returns the values that all expressions select, in their order. */
    public List<Object> select(Object document) {
        List<Object> found = new ArrayList<>();
        for (Block block : blocks) {
            if (block instanceof Block.Expression(List<JsonPathNode> nodes)) {
                found.addAll(JsonPathNode.selectAll(nodes, Collections.singletonList(document)));
            }
        }
        return found;
    }

    private static void format(List<Block> blocks, Object document, StringBuilder text) {
        List<Object> current = Collections.singletonList(document);
        for (Block block : blocks) {
            switch (block) {
                case Block.Text(String literal) -> text.append(literal);
                case Block.Expression(List<JsonPathNode> nodes) ->
                    text.append(ValueText.of(JsonPathNode.selectAll(nodes, current)));
                case Block.Range(List<JsonPathNode> nodes, List<Block> body) ->
                    JsonPathNode.selectAll(nodes, current).forEach(value -> format(body, value, text));
            }
        }
    }

    /** Returns the text of the template. */
    @Override
    public String toString() {
        return source;
    }
}
