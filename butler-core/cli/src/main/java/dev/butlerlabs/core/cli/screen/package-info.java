/** The live screen of long operations: its content, its layout and the escape sequences that draw it. */
package dev.butlerlabs.core.cli.screen;
