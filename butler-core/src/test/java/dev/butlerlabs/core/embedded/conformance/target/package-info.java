/** The API servers a test can be run against, and how each is found, started and stopped. */
package dev.butlerlabs.core.embedded.conformance.target;
