/** Commands that manage access to tenant clusters. */
package dev.butlerlabs.ctl.access;
