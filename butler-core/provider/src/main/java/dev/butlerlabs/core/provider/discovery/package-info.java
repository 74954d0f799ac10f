/** Optional capability of a provider: lists what can be chosen for the settings of a bootstrap file. */
package dev.butlerlabs.core.provider.discovery;
