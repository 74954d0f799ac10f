package dev.butlerlabs.core.api;

/** The API group of the Butler custom resources. */
public final class ApiGroup {
    public static final String NAME = "butler.butlerlabs.dev";
    public static final String VERSION = "v1alpha1";
    public static final String API_VERSION = NAME + "/" + VERSION;

    private ApiGroup() {}
}
