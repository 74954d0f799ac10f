package dev.butlerlabs.core.yaml;

import dev.butlerlabs.core.yaml.YamlNode.Entry;
import dev.butlerlabs.core.yaml.YamlNode.Kind;
import dev.butlerlabs.core.yaml.YamlNode.Mapping;
import dev.butlerlabs.core.yaml.YamlNode.Scalar;
import dev.butlerlabs.core.yaml.YamlNode.Sequence;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Converts nodes to maps, lists, texts, numbers, booleans and nulls. Map keys become text as written. */
public final class YamlValueConverter {
    /** Maximum length of a number. Converting longer ones is slow. */
    private static final int MAX_DIGITS = 400;

    private static final Pattern OLD_OCTAL = Pattern.compile("0[0-7]+");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]+\\.[0-9]+");

    /** How numbers are converted. */
    public enum Numbers {
        /** As defined by the core schema of YAML 1.2. */
        CORE,
        /** As Talos reads them: a leading zero means octal, as in file modes, and a fraction keeps all its digits. */
        TALOS
    }

    private final Numbers numbers;

    private YamlValueConverter(Numbers numbers) {
        this.numbers = numbers;
    }

    /**
     * Returns the value of a node.
     *
     * @throws YamlSyntaxException for a key that occurs twice or is not a scalar, a tag of another schema, and a number that is not finite
     */
    public static Object of(YamlNode node, Numbers numbers) {
        return new YamlValueConverter(numbers).value(node);
    }

    public static Object of(YamlNode node) {
        return of(node, Numbers.CORE);
    }

    private Object value(YamlNode node) {
        return switch (node) {
            case Mapping mapping -> map(mapping);
            case Sequence sequence -> {
                List<Object> list = new ArrayList<>();
                sequence.items().forEach(item -> list.add(value(item)));
                yield list;
            }
            case Scalar scalar -> scalar(scalar);
        };
    }

    private Map<String, Object> map(Mapping mapping) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            if (!(entry.key() instanceof Scalar key)) {
                throw new YamlSyntaxException(entry.key().start(), "has a key that is not text");
            }
            if (map.containsKey(key.text())) {
                throw new YamlSyntaxException(key.start(), "has a key that occurs twice");
            }
            map.put(key.text(), value(entry.value()));
        }
        return map;
    }

    private Object scalar(Scalar scalar) {
        return switch (scalar.kind()) {
            case TEXT -> scalar.text();
            case INTEGER, FLOAT -> number(scalar);
            case BOOLEAN -> Boolean.valueOf(scalar.text().toLowerCase(Locale.ROOT));
            case NULL -> null;
            case OTHER -> throw new YamlSyntaxException(scalar.start(), "has a tag that is not supported");
        };
    }

    private Object number(Scalar scalar) {
        if (scalar.text().length() > MAX_DIGITS) {
            throw new YamlSyntaxException(scalar.start(), "is a number with too many digits");
        }
        try {
            return scalar.kind() == Kind.INTEGER ? integer(scalar.text()) : fraction(scalar);
        } catch (NumberFormatException _) {
            throw new YamlSyntaxException(scalar.start(), "is not a valid number");
        }
    }

    private Object integer(String text) {
        BigInteger number;
        if (text.startsWith("0x")) {
            number = new BigInteger(text.substring(2), 16);
        } else if (text.startsWith("0o")) {
            number = new BigInteger(text.substring(2), 8);
        } else if (numbers == Numbers.TALOS && OLD_OCTAL.matcher(text).matches()) {
            number = new BigInteger(text.substring(1), 8);
        } else {
            number = new BigInteger(text);
        }
        if (number.bitLength() < Integer.SIZE) {
            return number.intValue();
        }
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
    }

    private Object fraction(Scalar scalar) {
        if (numbers == Numbers.TALOS && DECIMAL.matcher(scalar.text()).matches()) {
            return new BigDecimal(scalar.text());
        }
        return finite(scalar);
    }

    /**
     * Returns a floating-point number.
     *
     * @throws YamlSyntaxException for {@code .inf}, {@code .nan} and numbers beyond the range of a double
     */
    public static double finite(Scalar scalar) {
        double number;
        try {
            number = Double.parseDouble(scalar.text());
        } catch (NumberFormatException _) {
            number = Double.NaN;
        }
        if (!Double.isFinite(number)) {
            throw new YamlSyntaxException(scalar.start(), "is not a finite number");
        }
        return number;
    }
}
