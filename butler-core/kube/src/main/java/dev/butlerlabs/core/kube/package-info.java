/** Access to Kubernetes APIs: clients, server-side apply, waiting, custom resource definitions, kubeconfig files. */
package dev.butlerlabs.core.kube;
