/** Commands that connect the management cluster to a Git repository. */
package dev.butlerlabs.adm.gitops;
