package dev.butlerlabs.core.cli;

/** A command that answers from what is in the program alone, so that nothing but itself needs to be loaded: no logging either. */
public interface LightCommand {}
