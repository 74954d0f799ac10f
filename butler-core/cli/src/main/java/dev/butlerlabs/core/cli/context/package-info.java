/** Commands of both tools that list and choose contexts. */
package dev.butlerlabs.core.cli.context;
