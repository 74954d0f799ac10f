package dev.butlerlabs.core.docker;

/**
 * A published port of a container.
 *
 * @param address address on the host
 * @param outside port on the host
 * @param inside port in the container
 */
public record PublishedPort(String address, int outside, int inside) {}
