/** Log lines on standard error, as text or JSON, silent below warnings unless asked. */
package dev.butlerlabs.core.cli.logging;
