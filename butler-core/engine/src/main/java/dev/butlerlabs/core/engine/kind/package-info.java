/** The KIND engine: a one-node cluster in a Docker container that is compatible with the {@code kind} CLI. */
package dev.butlerlabs.core.engine.kind;
