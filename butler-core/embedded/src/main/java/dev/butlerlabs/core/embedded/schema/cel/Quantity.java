package dev.butlerlabs.core.embedded.schema.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A resource quantity such as {@code 500m} or {@code 2Gi}; equal if the amounts are equal. */
record Quantity(BigDecimal amount) implements Comparable<Quantity> {
    private static final Pattern SYNTAX =
            Pattern.compile("^([+-]?(?:\\d+\\.?\\d*|\\.\\d+))((?:[KMGTPE]i)|[numkMGTPE]|[eE][+-]?\\d+)?$");
    private static final Map<String, Integer> THOUSANDS =
            Map.of("n", -3, "u", -2, "m", -1, "k", 1, "M", 2, "G", 3, "T", 4, "P", 5, "E", 6);
    private static final String BINARY_UNITS = "KMGTPE";

    static Optional<Quantity> parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String unit = matcher.group(2) == null ? "" : matcher.group(2);
        return Optional.of(new Quantity(number.multiply(factor(unit))));
    }

    private static BigDecimal factor(String unit) {
        if (unit.isEmpty()) {
            return BigDecimal.ONE;
        }
        if (unit.endsWith("i")) {
            return new BigDecimal(1024).pow(BINARY_UNITS.indexOf(unit.charAt(0)) + 1);
        }
        if (THOUSANDS.containsKey(unit)) {
            return BigDecimal.ONE.scaleByPowerOfTen(3 * THOUSANDS.get(unit));
        }
        return BigDecimal.ONE.scaleByPowerOfTen(Integer.parseInt(unit.substring(1)));
    }

    boolean isInteger() {
        BigDecimal stripped = amount.stripTrailingZeros();
        return stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 19 && fitsLong(stripped);
    }

    private static boolean fitsLong(BigDecimal whole) {
        return whole.toBigInteger().bitLength() < Long.SIZE;
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Quantity quantity && compareTo(quantity) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(amount.stripTrailingZeros());
    }

    @Override
    public String toString() {
        return amount.stripTrailingZeros().toPlainString();
    }
}
