/** Everything said to a Kubernetes API: connect, server-side apply, await, custom resource definitions, kubeconfig files. */
package dev.butlerlabs.core.kube;
