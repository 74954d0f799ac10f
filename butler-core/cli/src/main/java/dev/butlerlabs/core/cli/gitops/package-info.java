/** Options and texts of the commands for GitOps, for both tools. */
package dev.butlerlabs.core.cli.gitops;
