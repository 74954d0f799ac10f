package dev.butlerlabs.core.embedded.schema;

/** The OpenAPI versions that clients request. */
enum OpenApiFlavor {
    V2("#/definitions/"),
    V3("#/components/schemas/");

    private final String referencePrefix;

    OpenApiFlavor(String referencePrefix) {
        this.referencePrefix = referencePrefix;
    }

    String reference(String definition) {
        return referencePrefix + definition;
    }
}
