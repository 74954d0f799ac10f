/** What tests of several Talos packages need. */
package dev.butlerlabs.core.talos.testing;
