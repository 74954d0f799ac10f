package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The string and number formats that kube-apiserver enforces; it ignores all others. */
final class FormatValidation {
    private static final String NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String LETTER = "[a-zA-Z0-9\\p{S}\\p{L}]";
    private static final Pattern TIME = Pattern.compile("^(\\d{2}):(\\d{2}):(\\d{2})(.\\d+)?(z|[+-]\\d{2}:\\d{2})$");
    private static final Pattern HOST_NAME = Pattern.compile("^(" + LETTER + "(-?" + LETTER + "{0,62})?|(" + LETTER
            + "([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}" + LETTER + ")?\\.)+[a-zA-Z\\p{L}]{2,63})$");
    private static final Pattern GO_DURATION =
            Pattern.compile("^[-+]?(0|((\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+)$");
    private static final Pattern LONG_DURATION =
            Pattern.compile("(?i)\\d+\\s*(ns|nano|us|µs|micro|ms|milli|s|sec|m|min|h|hr|hour|d|day|w|wk|week)");
    private static final Pattern EMAIL = Pattern.compile(
            "^(([^<>\"@]*|\"[^\"]*\")\\s*<[^\\s<>@,;:\"()]+@[^\\s<>@,;:\"()]+>|[^\\s<>@,;:\"()]+@[^\\s<>@,;:\"()]+)$");

    private static final Map<String, Predicate<String>> CHECKS = Map.ofEntries(
            Map.entry("bsonobjectid", pattern("^[0-9a-fA-F]{24}$")),
            Map.entry("uri", FormatValidation::isUri),
            Map.entry("email", value -> EMAIL.matches(value)),
            Map.entry("hostname", FormatValidation::isHostName),
            Map.entry("ipv4", value -> value.contains(".") && IpText.isAddress(value)),
            Map.entry("ipv6", value -> value.contains(":") && IpText.isAddress(value)),
            Map.entry("cidr", IpText::isNetwork),
            Map.entry(
                    "mac",
                    pattern("^([0-9a-fA-F]{2}([:-])([0-9a-fA-F]{2}[:-]){4,18}[0-9a-fA-F]{2}"
                            + "|([0-9a-fA-F]{4}\\.){2}[0-9a-fA-F]{4}|([0-9a-fA-F]{4}\\.){3}[0-9a-fA-F]{4})$")),
            Map.entry("uuid", uuid("[0-9a-f]", "[0-9a-f]")),
            Map.entry("uuid3", uuid("3", "[0-9a-f]")),
            Map.entry("uuid4", uuid("4", "[89ab]")),
            Map.entry("uuid5", uuid("5", "[89ab]")),
            Map.entry("isbn", value -> isIsbn10(value) || isIsbn13(value)),
            Map.entry("isbn10", FormatValidation::isIsbn10),
            Map.entry("isbn13", FormatValidation::isIsbn13),
            Map.entry("creditcard", FormatValidation::isCreditCard),
            Map.entry("ssn", pattern("^\\d{3}[- ]?\\d{2}[- ]?\\d{4}$")),
            Map.entry("hexcolor", pattern("^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")),
            Map.entry("rgbcolor", FormatValidation::isRgbColor),
            Map.entry("byte", pattern("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$")),
            Map.entry("password", value -> true),
            Map.entry("date", FormatValidation::isDate),
            Map.entry(
                    "duration",
                    value -> GO_DURATION.matches(value)
                            || LONG_DURATION.matcher(value).find()),
            Map.entry("datetime", FormatValidation::isDateTime),
            Map.entry("k8sshortname", value -> value.length() <= 63 && Pattern.matches(NAME, value)),
            Map.entry(
                    "k8slongname",
                    value -> value.length() <= 253 && Pattern.matches(NAME + "(\\." + NAME + ")*", value)));

    private FormatValidation() {}

    /** Returns the format of a schema; empty if kube-apiserver ignores it, as it does for all numbers. */
    static String enforced(JsonNode schema) {
        String type = schema.path("type").asText();
        String format = schema.path("format").asText();
        boolean text = type.equals("string")
                || (type.isEmpty() && !schema.path("x-kubernetes-int-or-string").asBoolean());
        return text && isKnown(format) ? format : "";
    }

    static boolean isKnown(String format) {
        return CHECKS.containsKey(normalized(format));
    }

    static boolean accepts(String format, String value) {
        return CHECKS.get(normalized(format)).test(value);
    }

    private static String normalized(String format) {
        return format.replace("-", "");
    }

    private static Predicate<String> pattern(String expression) {
        Pattern pattern = Pattern.compile(expression);
        return value -> pattern.matcher(value).find();
    }

    private static Predicate<String> uuid(String version, String variant) {
        return pattern(
                "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?" + version + "[0-9a-f]{3}-?" + variant + "[0-9a-f]{3}-?[0-9a-f]{12}$");
    }

    /** Whether the value is an absolute URI or an absolute path. */
    private static boolean isUri(String value) {
        try {
            return !value.isEmpty() && (new URI(value).isAbsolute() || value.startsWith("/"));
        } catch (URISyntaxException refused) {
            return false;
        }
    }

    private static boolean isHostName(String value) {
        if (value.length() > 255 || !HOST_NAME.matcher(value).find()) {
            return false;
        }
        for (String label : value.split("\\.", -1)) {
            if (label.length() > 63) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDate(String value) {
        if (!Pattern.matches("\\d{4}-\\d{2}-\\d{2}", value)) {
            return false;
        }
        try {
            LocalDate.parse(value);
            return true;
        } catch (DateTimeException refused) {
            return false;
        }
    }

    private static boolean isDateTime(String value) {
        String[] halves = value.toLowerCase(Locale.ROOT).split("t", -1);
        if (halves.length < 2 || !isDate(halves[0])) {
            return false;
        }
        Matcher time = TIME.matcher(halves[1]);
        return time.find()
                && time.group(1).compareTo("23") <= 0
                && time.group(2).compareTo("59") <= 0
                && time.group(3).compareTo("59") <= 0;
    }

    private static boolean isRgbColor(String value) {
        Matcher color = Pattern.compile("^rgb\\(\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})\\s*\\)$")
                .matcher(value);
        if (!color.find()) {
            return false;
        }
        return Integer.parseInt(color.group(1)) <= 255
                && Integer.parseInt(color.group(2)) <= 255
                && Integer.parseInt(color.group(3)) <= 255;
    }

    private static boolean isIsbn10(String value) {
        String digits = value.replaceAll("[\\s-]+", "");
        if (!Pattern.matches("\\d{9}[\\dX]", digits)) {
            return false;
        }
        int sum = 0;
        for (int place = 0; place < 10; place++) {
            int digit = digits.charAt(place) == 'X' ? 10 : digits.charAt(place) - '0';
            sum += (place + 1) * digit;
        }
        return sum % 11 == 0;
    }

    private static boolean isIsbn13(String value) {
        String digits = value.replaceAll("[\\s-]+", "");
        if (!Pattern.matches("\\d{13}", digits)) {
            return false;
        }
        int sum = 0;
        for (int place = 0; place < 13; place++) {
            sum += (place % 2 == 0 ? 1 : 3) * (digits.charAt(place) - '0');
        }
        return sum % 10 == 0;
    }

    private static boolean isCreditCard(String value) {
        String digits = value.replaceAll("\\D+", "");
        return Pattern.matches(
                        "(4\\d{12}(\\d{3})?|5[1-5]\\d{14}|6(011|5\\d{2})\\d{12}|3[47]\\d{13}|3(0[0-5]|[68]\\d)\\d{11}|(2131|1800|35\\d{3})\\d{11})",
                        digits)
                && passesLuhn(digits);
    }

    private static boolean passesLuhn(String digits) {
        int sum = 0;
        for (int place = 0; place < digits.length(); place++) {
            int digit = digits.charAt(digits.length() - 1 - place) - '0';
            int doubled = place % 2 == 1 ? digit * 2 : digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return sum % 10 == 0;
    }
}
