/** Log lines on standard error as text or JSON; only warnings by default. */
package dev.butlerlabs.core.cli.logging;
