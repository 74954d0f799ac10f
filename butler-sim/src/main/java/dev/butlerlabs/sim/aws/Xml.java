package dev.butlerlabs.sim.aws;

import java.util.Map;

/** Builds XML with elements and text, as AWS responses need it. */
final class Xml {
    private final StringBuilder text = new StringBuilder();

    Xml open(String element) {
        text.append('<').append(element).append('>');
        return this;
    }

    Xml close(String element) {
        text.append("</").append(element).append('>');
        return this;
    }

    Xml put(String element, Object value) {
        if (value != null) {
            open(element).text.append(escaped(value.toString()));
            close(element);
        }
        return this;
    }

    Xml in(String element, Runnable content) {
        open(element);
        content.run();
        return close(element);
    }

    /** Adds tags in the form of EC2. */
    Xml ec2Tags(Map<String, String> tags) {
        return in(
                "tagSet",
                () -> tags.forEach(
                        (key, value) -> in("item", () -> put("key", key).put("value", value))));
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
