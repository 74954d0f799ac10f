package dev.butlerlabs.core.jsonpatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A JSON pointer, RFC 6901. */
record JsonPointer(List<String> tokens) {
    JsonPointer {
        tokens = List.copyOf(tokens);
    }

    /**
     * Parses a pointer.
     *
     * @return empty if the text is not a valid pointer
     */
    static Optional<JsonPointer> parse(String text) {
        if (text.isEmpty()) {
            return Optional.of(new JsonPointer(List.of()));
        }
        if (!text.startsWith("/")) {
            return Optional.empty();
        }
        return Optional.of(new JsonPointer(Stream.of(text.substring(1).split("/", -1))
                .map(token -> token.replace("~1", "/").replace("~0", "~"))
                .toList()));
    }

    boolean isRoot() {
        return tokens.isEmpty();
    }

    /** Returns the target of the last token in the container that the other tokens select. */
    Place parentIn(JsonNode document) throws PatchException {
        JsonNode container = document;
        for (String token : tokens.subList(0, tokens.size() - 1)) {
            container = new Place(container, token, this).get().orElseThrow(this::missing);
        }
        if (!container.isContainerNode()) {
            throw missing();
        }
        return new Place(container, tokens.getLast(), this);
    }

    private PatchException missing() {
        return JsonPatch.invalid("the document has no parent for " + this);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        tokens.forEach(token -> text.append('/').append(token.replace("~", "~0").replace("/", "~1")));
        return text.toString();
    }

    /** A field of an object or an index of a list. */
    record Place(JsonNode container, String token, JsonPointer pointer) {

        /**
         * Returns the value.
         *
         * @return empty for a missing field
         * @throws PatchException for an index that does not exist
         */
        Optional<JsonNode> get() throws PatchException {
            return switch (container) {
                case ObjectNode object -> object.optional(token);
                case ArrayNode list -> Optional.of(list.get(position(list.size())));
                default -> throw pointer.missing();
            };
        }

        void add(JsonNode value) throws PatchException {
            switch (container) {
                case ArrayNode list when token.equals("-") -> list.add(value);
                case ArrayNode list -> list.insert(position(list.size() + 1), value);
                default -> ((ObjectNode) container).set(token, value);
            }
        }

        void set(JsonNode value) throws PatchException {
            switch (container) {
                case ArrayNode list -> list.set(position(list.size()), value);
                default -> ((ObjectNode) container).set(token, value);
            }
        }

        JsonNode remove() throws PatchException {
            return switch (container) {
                case ArrayNode list -> list.remove(position(list.size()));
                default ->
                    Optional.ofNullable(((ObjectNode) container).remove(token)).orElseThrow(pointer::missing);
            };
        }

        /** Returns an index below the limit. Negative indexes count from the limit. */
        private int position(int limit) throws PatchException {
            if (!token.matches("[+-]?\\d{1,9}")) {
                throw JsonPatch.invalid(GoJsonWriter.quote(token) + " in " + pointer + " is not a valid list index");
            }
            int number = Integer.parseInt(token);
            int position = number < 0 ? number + limit : number;
            if (position < 0 || position >= limit) {
                throw JsonPatch.invalid("the list at " + pointer + " has no index " + number);
            }
            return position;
        }
    }
}
