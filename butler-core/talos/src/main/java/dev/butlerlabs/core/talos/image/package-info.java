/** Image Factory schematics and their IDs. */
package dev.butlerlabs.core.talos.image;
