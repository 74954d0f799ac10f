/** The pages of the console: files on the class path. */
package dev.butlerlabs.core.server.page;
