package dev.butlerlabs.core.embedded.selector;

import java.util.Map;
import java.util.Set;

/** A requirement on the labels of an object. */
sealed interface LabelRequirement {
    boolean matches(Map<String, String> labels);

    record Present(String key) implements LabelRequirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            return labels.containsKey(key);
        }
    }

    record Absent(String key) implements LabelRequirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            return !labels.containsKey(key);
        }
    }

    record In(String key, Set<String> values) implements LabelRequirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            return labels.containsKey(key) && values.contains(labels.get(key));
        }
    }

    /** An object without the label matches. */
    record NotIn(String key, Set<String> values) implements LabelRequirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            return !labels.containsKey(key) || !values.contains(labels.get(key));
        }
    }

    record Above(String key, long bound) implements LabelRequirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            return isInteger(labels.get(key)) && Long.parseLong(labels.get(key)) > bound;
        }
    }

    record Below(String key, long bound) implements LabelRequirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            return isInteger(labels.get(key)) && Long.parseLong(labels.get(key)) < bound;
        }
    }

    private static boolean isInteger(String value) {
        return value != null && value.matches("[-+]?[0-9]{1,18}");
    }
}
