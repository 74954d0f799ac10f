/** Reads and changes trees of maps, lists and scalars that have no Java class. */
package dev.butlerlabs.core.tree;
