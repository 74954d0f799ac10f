/** Archives of images for sites without access to an Image Factory: export, verification, and a server with the protocol of a factory. */
package dev.butlerlabs.core.image.archive;
