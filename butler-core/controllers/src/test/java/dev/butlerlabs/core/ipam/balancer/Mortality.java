package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.ByteBuffer;
import java.util.List;

/** A process that is killed at one of its writes, before it takes effect or after: nothing it does later reaches anybody. */
final class Mortality implements Interceptor {
    /** Shared, because a client with one of its own has to inspect every type again. */
    private static final KubernetesSerialization SERIALIZATION = ObjectSerialization.plain();

    private final int lastWrite;
    private final boolean performed;
    private int writes;
    private boolean dead;

    Mortality(int lastWrite, boolean performed) {
        this.lastWrite = lastWrite;
        this.performed = performed;
    }

    /** One that lives on. */
    static Mortality none() {
        return new Mortality(Integer.MAX_VALUE, true);
    }

    /** The end of a process. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    KubernetesClient connect(String kubeconfig) {
        Config config = Config.fromKubeconfig(kubeconfig);
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(SERIALIZATION)
                .withHttpClientBuilderConsumer(builder -> builder.addOrReplaceInterceptor("mortality", this))
                .build();
    }

    synchronized int writes() {
        return writes;
    }

    synchronized boolean isDead() {
        return dead;
    }

    @Override
    public synchronized void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        boolean writing = !request.method().equals("GET");
        if (writing && !dead) {
            writes++;
            dead = writes == lastWrite && !performed;
        }
        if (dead) {
            throw new Killed();
        }
    }

    @Override
    public synchronized void after(
            HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (!request.method().equals("GET") && writes == lastWrite && performed) {
            dead = true;
            throw new Killed();
        }
    }
}
