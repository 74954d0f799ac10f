package dev.butlerlabs.core.api;

/** Patterns that several custom resources use. */
final class FieldPatterns {
    static final String DNS_LABEL = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
    static final String IPV4 = "^([0-9]{1,3}\\.){3}[0-9]{1,3}$";
    static final String IPV4_CIDR = "^([0-9]{1,3}\\.){3}[0-9]{1,3}/[0-9]{1,2}$";
    static final String WEB_URL = "^https?://";

    // The same two patterns as in the IPAM custom resources; a pattern is part of the published schema.
    static final String DIGITS_ADDRESS = "^(\\d{1,3}\\.){3}\\d{1,3}$";
    static final String DIGITS_CIDR = "^(\\d{1,3}\\.){3}\\d{1,3}/\\d{1,2}$";

    private FieldPatterns() {}
}
