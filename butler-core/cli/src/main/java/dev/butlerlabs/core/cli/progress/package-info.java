/** The three renderings of one stream of progress: a live terminal, plain lines and JSON lines. */
package dev.butlerlabs.core.cli.progress;
