/** Patches for machine configurations: strategic merge patches with the rules of Talos, and JSON patches. */
package dev.butlerlabs.core.talos.patch;
