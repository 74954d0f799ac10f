/** Operations of the tools on teams, users, identity providers and the platform settings. */
package dev.butlerlabs.core.identity.change;
