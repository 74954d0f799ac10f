package trace;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks a method that is called instead of the method of that name of another class. */
@Retention(RetentionPolicy.RUNTIME)
@interface Instead {
    Class<?> of();

    boolean isStatic() default false;
}
