package dev.butlerlabs.core.embedded.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rules for object names; the messages are those of kube-apiserver. */
public enum NameRule {
    SUBDOMAIN {
        @Override
        List<String> faults(String name) {
            List<String> faults = new ArrayList<>();
            if (name.length() > 253) {
                faults.add("must be no more than 253 characters");
            }
            if (!SUBDOMAIN_SHAPE.matcher(name).matches()) {
                faults.add(
                        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and"
                                + " must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                                + SUBDOMAIN_REGEX + "')");
            }
            return faults;
        }
    },
    LABEL {
        @Override
        List<String> faults(String name) {
            List<String> faults = new ArrayList<>();
            if (name.length() > 63) {
                faults.add("must be no more than 63 characters");
            }
            if (!LABEL_SHAPE.matcher(name).matches()
                    && SUBDOMAIN_SHAPE.matcher(name).matches()) {
                faults.add("must not contain dots");
            } else if (!LABEL_SHAPE.matcher(name).matches()) {
                faults.add(
                        "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and"
                                + " end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '"
                                + LABEL_REGEX + "')");
            }
            return faults;
        }
    },
    /** Any string that is a valid path segment. */
    PATH_SEGMENT {
        @Override
        List<String> faults(String name) {
            if (name.equals(".") || name.equals("..")) {
                return List.of("may not be '" + name + "'");
            }
            List<String> faults = new ArrayList<>();
            for (String forbidden : List.of("/", "%")) {
                if (name.contains(forbidden)) {
                    faults.add("may not contain '" + forbidden + "'");
                }
            }
            return faults;
        }
    };

    private static final String LABEL_REGEX = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN_REGEX = LABEL_REGEX + "(\\." + LABEL_REGEX + ")*";
    private static final Pattern LABEL_SHAPE = Pattern.compile(LABEL_REGEX);
    private static final Pattern SUBDOMAIN_SHAPE =
            Pattern.compile("[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*");

    /** Returns the errors of a name; empty if it is valid. */
    abstract List<String> faults(String name);
}
