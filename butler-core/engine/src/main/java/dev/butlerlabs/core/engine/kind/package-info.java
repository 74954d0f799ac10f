/** The engine on KIND: a one-node cluster in a Docker container, made so that the {@code kind} program takes it for one of its own. */
package dev.butlerlabs.core.engine.kind;
