/** The client for the Talos Image Factory: schematics, versions, extensions and downloads of images. */
package dev.butlerlabs.core.image;
