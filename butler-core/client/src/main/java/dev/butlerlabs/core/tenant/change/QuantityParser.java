package dev.butlerlabs.core.tenant.change;

import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses sizes of memory and disks. */
final class QuantityParser {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(Mi|Gi|Ti)?");
    private static final Map<String, Integer> MEBIBYTES = Map.of("Mi", 1, "Gi", 1024, "Ti", 1024 * 1024);

    private QuantityParser() {}

    /** Parses {@code 8Gi}, {@code 8192Mi} or a bare number of mebibytes. */
    static Optional<BigInteger> mebibytes(String text) {
        return size(text, "Mi");
    }

    /** Parses {@code 50Gi}, {@code 1Ti} or a bare number of gibibytes. */
    static Optional<BigInteger> gibibytes(String text) {
        BigInteger gibibyte = BigInteger.valueOf(MEBIBYTES.get("Gi"));
        return size(text, "Gi").filter(size -> size.mod(gibibyte).signum() == 0).map(size -> size.divide(gibibyte));
    }

    private static Optional<BigInteger> size(String text, String usualUnit) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String unit = Optional.ofNullable(form.group(2)).orElse(usualUnit);
        return Optional.of(new BigInteger(form.group(1)).multiply(BigInteger.valueOf(MEBIBYTES.get(unit))));
    }
}
