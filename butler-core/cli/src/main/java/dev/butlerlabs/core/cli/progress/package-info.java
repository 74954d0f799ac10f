/** Progress displays: live terminal, plain lines and JSON lines. */
package dev.butlerlabs.core.cli.progress;
