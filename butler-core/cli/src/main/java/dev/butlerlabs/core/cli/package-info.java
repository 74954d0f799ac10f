/** Shared parts of both tools: command execution, common options, errors and terminal. */
package dev.butlerlabs.core.cli;
