/** The resource types of the embedded API, built in or defined by CRDs, and their strategies. */
package dev.butlerlabs.core.embedded.resource;
