package dev.butlerlabs.core.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The entries of this list are told apart by a key, so that each can have an owner of its own under server-side apply. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface ListMap {
    /** The field of an entry that is its key. */
    String value();
}
