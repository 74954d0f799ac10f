package dev.butlerlabs.core.kube.fields;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the selected fields of the objects in a list, and skips all others. Immutable. */
final class FieldParser {
    private static final JsonFactory JSON = new JsonFactory();

    private final FieldPaths paths;

    FieldParser(FieldPaths paths) {
        this.paths = paths;
    }

    /**
     * Reads a list to the end of the stream.
     *
     * @param items receives the fields of each object
     * @return the token of the next page; empty if this is the last one
     * @throws UnexpectedFieldException if this is not a list of objects, or if a selected field is not a scalar
     */
    Optional<String> parse(InputStream list, Consumer<FieldValues> items) throws IOException {
        Optional<String> next = Optional.empty();
        try (JsonParser parser = JSON.createParser(list)) {
            parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new UnexpectedFieldException("");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken token = parser.nextToken();
                if (name.equals("items") && token == JsonToken.START_ARRAY) {
                    items(parser, items);
                } else if (name.equals("metadata") && token == JsonToken.START_OBJECT) {
                    next = next(parser);
                } else {
                    parser.skipChildren();
                }
            }
        }
        return next;
    }

    private static Optional<String> next(JsonParser parser) throws IOException {
        Optional<String> next = Optional.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isNext = parser.currentName().equals("continue");
            if (parser.nextToken() == JsonToken.VALUE_STRING && isNext) {
                next = Optional.of(parser.getText()).filter(token -> !token.isEmpty());
            }
            parser.skipChildren();
        }
        return next;
    }

    private void items(JsonParser parser, Consumer<FieldValues> items) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            Object[] values = new Object[paths.count()];
            object(parser, paths.root(), values);
            items.accept(new FieldValues(paths, values));
        }
        if (parser.currentToken() != JsonToken.END_ARRAY) {
            throw new UnexpectedFieldException("items");
        }
    }

    private static void object(JsonParser parser, FieldPaths.Node node, Object[] values) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Optional<FieldPaths.Node> child = node.child(parser.currentName());
            JsonToken token = parser.nextToken();
            if (child.isEmpty()) {
                parser.skipChildren();
            } else if (token != JsonToken.VALUE_NULL) {
                selected(parser, token, child.get(), values);
            }
        }
    }

    private static void selected(JsonParser parser, JsonToken token, FieldPaths.Node node, Object[] values)
            throws IOException {
        if (node.index().isPresent()) {
            values[node.index().get()] = scalar(parser, token);
        } else if (token == JsonToken.START_OBJECT) {
            object(parser, node, values);
        } else {
            throw new UnexpectedFieldException(parser.currentName());
        }
    }

    private static Object scalar(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            default -> throw new UnexpectedFieldException(parser.currentName());
        };
    }
}
