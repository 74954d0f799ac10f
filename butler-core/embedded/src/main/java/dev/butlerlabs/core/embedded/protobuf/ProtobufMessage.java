package dev.butlerlabs.core.embedded.protobuf;

import java.util.HashMap;
import java.util.Map;

/** The fields of a message by field number. */
record ProtobufMessage(String name, Map<Integer, Field> fields) {

    ProtobufMessage {
        fields = Map.copyOf(fields);
    }

    enum Shape {
        /** A field that is always encoded; the zero value means that it is absent. */
        PLAIN,
        /** A field that is encoded only if it is set; a zero value is a value. */
        POINTER,
        LIST,
        MAP,
        /** A field whose own fields are inlined into the surrounding object. */
        INLINE
    }

    /**
     * A field of a message.
     *
     * @param type the type letter, see {@link MessageReader}
     * @param message the name of the referenced message if the type is {@code @}
     */
    record Field(String name, Shape shape, char type, String message) {}

    /** Parses a line of the table. */
    static ProtobufMessage parse(String line) {
        String[] words = line.split(" ", -1);
        Map<Integer, Field> fields = new HashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            int afterNumber = equals + 1;
            while (Character.isDigit(words[i].charAt(afterNumber))) {
                afterNumber++;
            }
            int number = Integer.parseInt(words[i].substring(equals + 1, afterNumber));
            fields.put(number, field(words[i].substring(0, equals), words[i].substring(afterNumber)));
        }
        return new ProtobufMessage(words[0], fields);
    }

    private static Field field(String name, String type) {
        Shape shape = switch (type.charAt(0)) {
            case '?' -> Shape.POINTER;
            case '*' -> Shape.LIST;
            case '%' -> Shape.MAP;
            case '^' -> Shape.INLINE;
            default -> Shape.PLAIN;
        };
        String content = shape == Shape.PLAIN ? type : type.substring(1);
        return new Field(name, shape, content.charAt(0), content.substring(1));
    }
}
