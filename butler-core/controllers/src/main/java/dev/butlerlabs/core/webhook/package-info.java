/** Serves the admission rules to API servers over HTTPS, with certificates that it issues and rotates itself. */
package dev.butlerlabs.core.webhook;
