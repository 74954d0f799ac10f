/** The server of the web console. {@link dev.butlerlabs.core.server.ConsoleServer} starts it. */
package dev.butlerlabs.core.server;
