package dev.butlerlabs.core.cli.testing;

/** What came of one run of a tool. */
public record ToolRun(int exitCode, String out, String err) {}
