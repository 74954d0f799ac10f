package dev.butlerlabs.core.api;

/** Namespaces with a meaning of their own. */
public final class Namespaces {
    /** Butler's controllers, and what platform operators keep. */
    public static final String SYSTEM = "butler-system";

    /** Tenant clusters without a team. */
    public static final String TENANTS = "butler-tenants";

    private Namespaces() {}
}
