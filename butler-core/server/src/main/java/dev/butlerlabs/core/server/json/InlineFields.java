package dev.butlerlabs.core.server.json;

/** A record whose fields are written into the object of the record that contains it. */
public interface InlineFields {}
