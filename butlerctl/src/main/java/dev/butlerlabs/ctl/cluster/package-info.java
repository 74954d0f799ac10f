/** Commands that manage tenant clusters. */
package dev.butlerlabs.ctl.cluster;
