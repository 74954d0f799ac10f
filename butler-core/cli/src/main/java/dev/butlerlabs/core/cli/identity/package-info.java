/** Output of both tools about teams, users, identity providers and the platform settings. */
package dev.butlerlabs.core.cli.identity;
