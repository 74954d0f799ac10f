/** Image schematics: what a Talos image is made of, and the name it has for that. */
package dev.butlerlabs.core.talos.image;
