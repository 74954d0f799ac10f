package dev.butlerlabs.image;

/**
 * A built image.
 *
 * @param digest the digest of the manifest, {@code sha256:} and 64 hexadecimal digits
 */
record BuiltImage(String digest) {}
