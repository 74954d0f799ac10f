package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.Kubeconfig;

/** A Kubernetes API of a test's own that can be taken away and brought back at the same address, with what it held. */
interface TestApi extends AutoCloseable {
    Kubeconfig kubeconfig();

    void stop();

    void startAgain();

    @Override
    void close();
}
