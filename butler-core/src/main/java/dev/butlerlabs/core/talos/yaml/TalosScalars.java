package dev.butlerlabs.core.talos.yaml;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.constructor.core.ConstructYamlCoreFloat;
import org.snakeyaml.engine.v2.constructor.core.ConstructYamlCoreInt;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Numbers as Talos reads them: a leading zero means octal, as in file modes, and a fraction keeps all its digits. */
final class TalosScalars extends CoreSchema {
    @Override
    public Map<Tag, ConstructNode> getSchemaTagConstructors() {
        Map<Tag, ConstructNode> constructors = new HashMap<>(super.getSchemaTagConstructors());
        constructors.put(Tag.INT, new Whole());
        constructors.put(Tag.FLOAT, new Fraction());
        return constructors;
    }

    private static final class Whole extends ConstructYamlCoreInt {
        private static final Pattern OLD_OCTAL = Pattern.compile("0[0-7]+");

        @Override
        public Object construct(Node node) {
            String text = ((ScalarNode) node).getValue();
            return OLD_OCTAL.matcher(text).matches()
                    ? createIntNumber("0o" + text.substring(1))
                    : super.construct(node);
        }
    }

    private static final class Fraction extends ConstructYamlCoreFloat {
        private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]+\\.[0-9]+");

        @Override
        public Object construct(Node node) {
            String text = ((ScalarNode) node).getValue();
            return DECIMAL.matcher(text).matches() ? new BigDecimal(text) : super.construct(node);
        }
    }
}
