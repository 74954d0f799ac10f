package dev.butlerlabs.core.api;

/** Namespaces with a fixed meaning. */
public final class Namespaces {
    /** The namespace of the Butler controllers and the objects of platform operators. */
    public static final String SYSTEM = "butler-system";

    /** The namespace of tenant clusters without a team. */
    public static final String TENANTS = "butler-tenants";

    private Namespaces() {}
}
