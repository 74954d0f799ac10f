/** A provider as small as can be, with its simulator: what docs/adding-a-provider.md describes, done. */
package dev.butlerlabs.sim.toy;
