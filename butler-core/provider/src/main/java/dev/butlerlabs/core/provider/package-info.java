/** What Butler asks of an infrastructure, whichever it is; each infrastructure answers in a package of its own below. */
package dev.butlerlabs.core.provider;
