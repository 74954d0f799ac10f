/** Installs addons in dependency order: charts with Helm in a Job, plain manifests with server-side apply. */
package dev.butlerlabs.core.addon;
