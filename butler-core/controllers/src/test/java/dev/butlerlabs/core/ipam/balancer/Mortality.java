package dev.butlerlabs.core.ipam.balancer;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;

/** A process that is killed at one of its writes, before it takes effect or after: nothing it does later reaches anybody. */
final class Mortality implements Interceptor {
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
                .withHttpClientBuilderConsumer(builder -> builder.addOrReplaceInterceptor("mortality", this))
                .build();
    }

    int writes() {
        return writes;
    }

    boolean isDead() {
        return dead;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
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
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (!request.method().equals("GET") && writes == lastWrite && performed) {
            dead = true;
            throw new Killed();
        }
    }
}
