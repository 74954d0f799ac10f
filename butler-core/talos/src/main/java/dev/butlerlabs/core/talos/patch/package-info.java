/** Patches on machine configuration: strategic merges with Talos's own rules, and JSON patches. */
package dev.butlerlabs.core.talos.patch;
