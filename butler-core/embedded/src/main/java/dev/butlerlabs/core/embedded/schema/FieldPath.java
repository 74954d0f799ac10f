package dev.butlerlabs.core.embedded.schema;

/** A path in an object. Its text is built only for an error, so that validating a valid object is cheap. */
final class FieldPath {
    static final FieldPath ROOT = new FieldPath(null, "", -1, false);

    private final FieldPath parent;
    private final String name;
    private final int index;
    private final boolean key;

    private FieldPath(FieldPath parent, String name, int index, boolean key) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.key = key;
    }

    static FieldPath of(String text) {
        return text.isEmpty() ? ROOT : ROOT.child(text);
    }

    FieldPath child(String childName) {
        return new FieldPath(this, childName, -1, false);
    }

    FieldPath index(int position) {
        return new FieldPath(this, "", position, false);
    }

    /** Returns the path of a map entry, which is written in brackets. */
    FieldPath key(String entry) {
        return new FieldPath(this, entry, -1, true);
    }

    boolean isRoot() {
        return parent == null;
    }

    /** Returns the path as errors show it; the object itself is {@code <nil>}. */
    String reported() {
        return isRoot() ? "<nil>" : toString();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(StringBuilder text) {
        if (isRoot()) {
            return;
        }
        parent.write(text);
        if (index >= 0) {
            text.append('[').append(index).append(']');
        } else if (key) {
            text.append('[').append(name).append(']');
        } else {
            text.append(text.isEmpty() ? "" : ".").append(name);
        }
    }
}
