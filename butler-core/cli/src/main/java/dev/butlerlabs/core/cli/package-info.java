/** What both tools share: the frame a command runs in, its options, its failures and its terminal. */
package dev.butlerlabs.core.cli;
