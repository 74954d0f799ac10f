package dev.butlerlabs.sim.aws;

import java.util.Map;

/** Builds XML with elements and text, as AWS responses need it. */
final class XmlBuilder {
    private final StringBuilder text = new StringBuilder();

    XmlBuilder open(String element) {
        text.append('<').append(element).append('>');
        return this;
    }

    XmlBuilder close(String element) {
        text.append("</").append(element).append('>');
        return this;
    }

    XmlBuilder put(String element, Object value) {
        if (value != null) {
            open(element).text.append(escaped(value.toString()));
            close(element);
        }
        return this;
    }

    XmlBuilder in(String element, Runnable content) {
        open(element);
        content.run();
        return close(element);
    }

    /** Adds tags in the form of EC2. */
    XmlBuilder ec2Tags(Map<String, String> tags) {
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
