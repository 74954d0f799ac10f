package dev.butlerlabs.core.embedded.schema.cel;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Optional;

/** A named string format. */
record NamedFormat(String name, Pattern pattern, int most, String rule) {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String QUALIFIED = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

    static final List<NamedFormat> ALL = List.of(
            of("dns1123Label", LABEL, 63),
            of("dns1123Subdomain", LABEL + "(\\." + LABEL + ")*", 253),
            of("dns1035Label", "[a-z]([-a-z0-9]*[a-z0-9])?", 63),
            of("qualifiedName", "(" + LABEL + "(\\." + LABEL + ")*/)?" + QUALIFIED, 317),
            of("dns1123LabelPrefix", "[a-z0-9]([-a-z0-9]*)?", 63),
            of("dns1123SubdomainPrefix", "[a-z0-9]([-a-z0-9.]*)?", 253),
            of("dns1035LabelPrefix", "[a-z]([-a-z0-9]*)?", 63),
            of("labelValue", "(" + QUALIFIED + ")?", 63),
            of("uuid", "[0-9a-fA-F]{8}(-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}", 36),
            of(
                    "byte",
                    "([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})?",
                    Integer.MAX_VALUE),
            of("date", "\\d{4}-\\d{2}-\\d{2}", 10),
            of("datetime", "\\d{4}-\\d{2}-\\d{2}[tT]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([zZ]|[+-]\\d{2}:\\d{2})", 64),
            of("uri", "([A-Za-z][A-Za-z0-9+.-]*:[^\\s]*|/[^\\s]*)", Integer.MAX_VALUE));

    private static NamedFormat of(String name, String expression, int most) {
        return new NamedFormat(name, Pattern.compile(expression), most, "must match " + expression);
    }

    static Optional<NamedFormat> named(String name) {
        return ALL.stream().filter(format -> format.name.equals(name)).findFirst();
    }

    /** Returns the errors of a string; empty if it is valid. */
    Optional<List<String>> validate(String text) {
        if (text.length() > most) {
            return Optional.of(List.of("must be no more than " + most + " characters"));
        }
        return pattern.matches(text) ? Optional.empty() : Optional.of(List.of(rule));
    }
}
