package dev.butlerlabs.core.embedded.schema;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.CelValidationException;
import dev.cel.runtime.CelEvaluationException;

/** Formats errors of CEL expressions as kube-apiserver does. */
final class RuleFailures {
    private static final Pattern PLACE = Pattern.compile("^evaluation error(?: at <input>:\\d+)?: ");
    private static final Pattern MISSING_KEY = Pattern.compile("^key '(.*)' is not present in map\\.$");
    private static final Pattern NO_OVERLOAD = Pattern.compile("^No matching overload for function '([^']*)'");

    private static final Pattern CANDIDATES = Pattern.compile("(?m) \\(candidates: .*\\)$");
    private static final Pattern SYNTAX = Pattern.compile(
            "(?m)^(ERROR: <input>:\\d+:\\d+: )(mismatched input|extraneous input|no viable alternative|token recognition|missing )");

    private RuleFailures() {}

    /** Returns why an expression does not compile. */
    static String describe(CelValidationException failure) {
        String bare = CANDIDATES.matcher(failure.getMessage()).replaceAll("");
        return SYNTAX.matcher(bare).replaceAll("$1Syntax error: $2");
    }

    static String describe(CelEvaluationException failure, String rule) {
        String reason = PLACE.matcher(failure.getMessage()).replaceFirst("");
        Matcher missing = MISSING_KEY.matcher(reason);
        if (missing.find()) {
            return "no such key: " + missing.group(1) + " evaluating rule: " + rule;
        }
        Matcher overload = NO_OVERLOAD.matcher(reason);
        if (overload.find()) {
            return "'no such overload': call arguments did not match a supported operator, function or macro signature "
                    + "for rule: " + rule;
        }
        return known(reason) + " evaluating rule: " + rule;
    }

    private static String known(String reason) {
        if (reason.equals("/ by zero") || reason.equals("divide by zero")) {
            return "division by zero";
        }
        return reason.startsWith("Index out of bounds") ? "index" + reason.substring("Index".length()) : reason;
    }
}
