package dev.butlerlabs.core.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a list whose entries are identified by a key, so that server-side apply tracks the owner of each entry. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface ListMap {
    /** The key field of an entry. */
    String value();
}
