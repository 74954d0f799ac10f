package dev.butlerlabs.core.cli.output;

import java.math.BigDecimal;

/** Formats numbers as kubectl prints them. */
public final class GoNumberText {
    private static final int SMALLEST_EXPONENT = -4;
    private static final int LARGEST_EXPONENT = 5;

    private GoNumberText() {}

    /** Formats integers in full, and fractions with an exponent if they are very large or small. */
    public static String of(Number number) {
        return isFraction(number) ? fraction(new BigDecimal(number.toString())) : number.toString();
    }

    public static boolean isFraction(Number number) {
        return number instanceof Double || number instanceof Float || number instanceof BigDecimal;
    }

    private static String fraction(BigDecimal exact) {
        BigDecimal value = exact.stripTrailingZeros();
        if (value.signum() == 0) {
            return "0";
        }
        int exponent = value.precision() - value.scale() - 1;
        if (exponent >= SMALLEST_EXPONENT && exponent <= LARGEST_EXPONENT) {
            return value.toPlainString();
        }
        String digits = value.unscaledValue().abs().toString();
        return "%s%s%se%s%02d"
                .formatted(
                        value.signum() < 0 ? "-" : "",
                        digits.charAt(0),
                        digits.length() == 1 ? "" : "." + digits.substring(1),
                        exponent < 0 ? "-" : "+",
                        Math.abs(exponent));
    }
}
