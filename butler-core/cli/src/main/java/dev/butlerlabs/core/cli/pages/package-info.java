/** Documentation generated from the command model: manual pages, the Markdown reference and shell completion. */
package dev.butlerlabs.core.cli.pages;
