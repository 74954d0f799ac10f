/** The messages and stubs of the Talos API, generated from the protos of this module. */
package dev.butlerlabs.core.talos.wire;
