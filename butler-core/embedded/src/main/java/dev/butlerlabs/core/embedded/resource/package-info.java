/** The kinds the embedded API serves, built in or defined by custom resource definitions, and what is special about each. */
package dev.butlerlabs.core.embedded.resource;
