/** Builds the container image of the controllers as an OCI archive, without a container engine. */
package dev.butlerlabs.image;
