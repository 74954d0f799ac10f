package dev.butlerlabs.core.embedded.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Validates label keys and values. */
public final class QualifiedNames {
    private static final String NAME_REGEX = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final Pattern NAME = Pattern.compile(NAME_REGEX);
    private static final String VALUE_REGEX = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";
    private static final Pattern VALUE = Pattern.compile(VALUE_REGEX);
    private static final String NAME_RULE =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
                    + " an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
                    + NAME_REGEX + "')";

    private QualifiedNames() {}

    /** Returns the errors of a key such as {@code app.kubernetes.io/name}. */
    public static List<String> faults(String key) {
        String[] parts = key.split("/", -1);
        if (parts.length > 2) {
            return List.of("a valid label key " + NAME_RULE.replace("name part ", "")
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        List<String> faults = new ArrayList<>();
        if (parts.length == 2) {
            prefixFaults(parts[0], faults);
        }
        nameFaults(parts[parts.length - 1], faults);
        return faults;
    }

    private static void prefixFaults(String prefix, List<String> faults) {
        if (prefix.isEmpty()) {
            faults.add("prefix part must be non-empty");
            return;
        }
        NameRule.SUBDOMAIN.faults(prefix).forEach(fault -> faults.add("prefix part " + fault));
    }

    private static void nameFaults(String name, List<String> faults) {
        if (name.isEmpty()) {
            faults.add("name part must be non-empty");
        } else if (name.length() > 63) {
            faults.add("name part must be no more than 63 bytes");
        }
        if (!NAME.matcher(name).matches()) {
            faults.add(NAME_RULE);
        }
    }

    /** Returns the errors of a label value. */
    public static List<String> valueFaults(String value) {
        List<String> faults = new ArrayList<>();
        if (value.length() > 63) {
            faults.add("must be no more than 63 bytes");
        }
        if (!VALUE.matcher(value).matches()) {
            faults.add(
                    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and"
                            + " end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '"
                            + VALUE_REGEX + "')");
        }
        return faults;
    }
}
