/** The Docker API as far as KIND needs it: nothing of the library below is seen from outside. */
package dev.butlerlabs.core.docker;
