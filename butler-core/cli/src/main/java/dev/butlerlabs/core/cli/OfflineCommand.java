package dev.butlerlabs.core.cli;

/** A command that needs no resources outside this program, so that no other classes, not even logging, are loaded. */
public interface OfflineCommand {}
