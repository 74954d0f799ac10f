/** Delivers resources from Git repositories with Flux, and exports the resources of a platform as such a repository. */
package dev.butlerlabs.core.gitops;
