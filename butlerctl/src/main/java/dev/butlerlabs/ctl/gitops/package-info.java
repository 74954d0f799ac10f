/** Commands that connect tenant clusters to Git repositories. */
package dev.butlerlabs.ctl.gitops;
