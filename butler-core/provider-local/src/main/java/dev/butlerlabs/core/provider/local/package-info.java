/** The provider {@code local}: machines are containers of the Talos image on a Docker engine. */
package dev.butlerlabs.core.provider.local;
