package dev.butlerlabs.core.kube;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Removes {@code object.metadata.managedFields} from the events of a watch, which are JSON objects, one on each line. They are up to half of an event, and the client
 * processes each byte in a synchronized method. The text may be split anywhere. Not thread-safe; use one instance for each stream.
 */
final class ManagedFieldsFilter {
    /** The fields that lead to the object from which the field is removed. */
    private static final List<String> PATH = List.of("object", "metadata");

    private static final String REMOVED = "managedFields";

    /** The number of containers around the field: the event and those of the path. */
    private static final int TARGET_DEPTH = PATH.size() + 1;

    /** What can be written in addition to the part and the name: a comma and quotes that were in former parts. */
    private static final int MORE = 3;

    private byte[] name = new byte[64];
    private int nameLength;
    private byte[] out = {};
    private int outLength;

    private int depth;
    /** How many of the containers around the current byte are on the path. */
    private int depthOnPath;

    private boolean isNameExpected;
    private boolean isInString;
    private boolean isInName;
    private boolean isEscaped;
    /** Whether the last name leads to the next container of the path. */
    private boolean leadsOnPath;

    /** Whether the object from which the field is removed has a field before the current byte. */
    private boolean hasField;
    /** A comma that is written in front of the next field. */
    private boolean isCommaPending;

    private boolean isRemoving;
    private int removedDepth;

    /** Returns the next part of the text. */
    ByteBuffer filter(ByteBuffer part) {
        out = new byte[part.remaining() + nameLength + MORE];
        outLength = 0;
        while (part.hasRemaining()) {
            byte next = part.get();
            if (!isRemoving || !remove(next)) {
                pass(next);
            }
        }
        return ByteBuffer.wrap(out, 0, outLength);
    }

    private void write(int next) {
        out[outLength++] = (byte) next;
    }

    /** Returns false if the byte follows the removed value. */
    private boolean remove(byte next) {
        if (isInString) {
            readString(next);
            return true;
        }
        switch (next) {
            case '"' -> isInString = true;
            case '{', '[' -> removedDepth++;
            case '}', ']', ',' -> {
                if (removedDepth == 0) {
                    isRemoving = false;
                    return false;
                }
                removedDepth -= next == ',' ? 0 : 1;
            }
            default -> {}
        }
        return true;
    }

    private void readString(byte next) {
        if (isEscaped) {
            isEscaped = false;
        } else if (next == '\\') {
            isEscaped = true;
        } else if (next == '"') {
            isInString = false;
        }
    }

    private void pass(byte next) {
        if (isInString) {
            readString(next);
            if (!isInName) {
                write(next);
            } else if (isInString) {
                appendToName(next);
            } else {
                endName();
            }
            return;
        }
        switch (next) {
            case '"' -> startString();
            case '{', '[' -> open(next);
            case '}', ']' -> close(next);
            case ',' -> comma();
            default -> write(next);
        }
    }

    private void appendToName(byte next) {
        if (nameLength == name.length) {
            name = Arrays.copyOf(name, 2 * nameLength);
        }
        name[nameLength++] = next;
    }

    private boolean isOnPath() {
        return depth == depthOnPath;
    }

    private void startString() {
        isInString = true;
        isInName = isNameExpected && isOnPath() && depth > 0;
        isNameExpected = false;
        if (isInName) {
            nameLength = 0;
        } else {
            write('"');
        }
    }

    private void endName() {
        isInName = false;
        String text = new String(name, 0, nameLength, StandardCharsets.UTF_8);
        if (depth == TARGET_DEPTH && text.equals(REMOVED)) {
            isRemoving = true;
            removedDepth = 0;
            nameLength = 0;
            return;
        }
        leadsOnPath = depth < TARGET_DEPTH && text.equals(PATH.get(depth - 1));
        if (isCommaPending) {
            write(',');
            isCommaPending = false;
        }
        hasField = true;
        write('"');
        System.arraycopy(name, 0, out, outLength, nameLength);
        outLength += nameLength;
        write('"');
        nameLength = 0;
    }

    private void open(byte bracket) {
        boolean leads = depth == 0 || (isOnPath() && leadsOnPath);
        depth++;
        leadsOnPath = false;
        isNameExpected = true;
        if (leads && bracket == '{') {
            depthOnPath = depth;
            hasField = false;
        }
        write(bracket);
    }

    private void close(byte bracket) {
        if (isOnPath()) {
            depthOnPath--;
            isCommaPending = false;
        }
        depth--;
        isNameExpected = false;
        write(bracket);
    }

    private void comma() {
        isNameExpected = true;
        leadsOnPath = false;
        if (!isOnPath() || depth != TARGET_DEPTH) {
            write(',');
        } else if (hasField) {
            isCommaPending = true;
        }
    }
}
