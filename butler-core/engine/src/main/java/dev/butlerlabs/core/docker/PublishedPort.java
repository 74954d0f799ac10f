package dev.butlerlabs.core.docker;

/**
 * A port of a container that is reached from outside.
 *
 * @param address where on the host
 * @param outside the port there
 * @param inside the port in the container
 */
public record PublishedPort(String address, int outside, int inside) {}
