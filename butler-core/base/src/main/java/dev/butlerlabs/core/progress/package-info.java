/** What long work tells about itself while it runs: steps that start, wait, end or fail, and plain messages. */
package dev.butlerlabs.core.progress;
