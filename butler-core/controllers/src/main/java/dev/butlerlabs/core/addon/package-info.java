/** What can be installed on a cluster, in what order, and how: charts by Helm in a Job, plain manifests by server-side apply. */
package dev.butlerlabs.core.addon;
