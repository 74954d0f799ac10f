/** The contract of infrastructure providers. Each provider is a module of its own. */
package dev.butlerlabs.core.provider;
