/** Where custom resources live before a management cluster exists. */
package dev.butlerlabs.core.engine;
