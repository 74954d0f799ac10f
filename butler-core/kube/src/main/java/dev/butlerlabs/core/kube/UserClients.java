package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import io.fabric8.kubernetes.client.utils.ImpersonatorInterceptor;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Creates clients that act as other users over the connections of a client. They share its connection pool, so that many users do not
 * need many of them. Closing the shared client closes all; the returned clients must not be closed.
 */
public final class UserClients {
    private UserClients() {}

    /** Returns a client that impersonates a user and groups. The shared client needs the permission to impersonate them. */
    public static KubernetesClient impersonating(KubernetesClient shared, String user, List<String> groups) {
        return derived(shared, ImpersonatorInterceptor.NAME, new Interceptor() {
            @Override
            public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
                builder.setHeader("Impersonate-User", user);
                groups.forEach(group -> builder.header("Impersonate-Group", group));
            }
        });
    }

    /**
     * Returns a client that sends a bearer token instead of the credentials of the shared client. The shared client must not have a client
     * certificate, which would precede the token.
     *
     * @param token called for each request
     */
    public static KubernetesClient withToken(KubernetesClient shared, Supplier<String> token) {
        return derived(shared, TokenRefreshInterceptor.NAME, new Interceptor() {
            @Override
            public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
                builder.setHeader("Authorization", "Bearer " + token.get());
            }
        });
    }

    private static KubernetesClient derived(KubernetesClient shared, String name, Interceptor interceptor) {
        Config settings = shared.getConfiguration();
        Executor executor =
                shared instanceof BaseClient base ? base.getExecutor() : Executors.newVirtualThreadPerTaskExecutor();
        return new KubernetesClientImpl(
                shared.getHttpClient()
                        .newBuilder()
                        .addOrReplaceInterceptor(name, interceptor)
                        .build(),
                settings,
                () -> executor,
                ObjectSerialization.plain());
    }
}
