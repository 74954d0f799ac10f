/** Progress of long-running work: steps that start, wait, finish or fail, and messages. */
package dev.butlerlabs.core.progress;
