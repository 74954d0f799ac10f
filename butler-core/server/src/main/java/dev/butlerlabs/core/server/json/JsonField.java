package dev.butlerlabs.core.server.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a component of a record for the JSON Schema, and limits values that are read. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface JsonField {
    /** The name in JSON, if it is not the name of the component. */
    String value() default "";

    String description() default "";

    /** A regular expression that a text matches as a whole. */
    String pattern() default "";

    /** The minimum of a number. */
    long min() default Long.MIN_VALUE;

    /** The maximum of a number, or the maximum length of a text. */
    long max() default Long.MAX_VALUE;

    /** The permitted texts. */
    String[] words() default {};
}
