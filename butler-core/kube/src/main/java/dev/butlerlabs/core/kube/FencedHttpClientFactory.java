package dev.butlerlabs.core.kube;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Creates the HTTP clients of a Kubernetes client whose writes pass a {@link WriteFence}. */
final class FencedHttpClientFactory extends KubeHttpClientFactory {
    private final WriteFence fence;

    FencedHttpClientFactory(WriteFence fence) {
        this.fence = fence;
    }

    @Override
    protected HttpClient.Builder createNewHttpClientBuilder() {
        return new FencedBuilder(super.createNewHttpClientBuilder(), fence);
    }

    /** Passes all settings on and wraps the client that is built. */
    private record FencedBuilder(HttpClient.Builder builder, WriteFence fence) implements HttpClient.Builder {
        @Override
        public HttpClient build() {
            return new FencedHttpClient(builder.build(), fence);
        }

        @Override
        public HttpClient.Builder cookieHandler(CookieHandler handler) {
            builder.cookieHandler(handler);
            return this;
        }

        @Override
        public HttpClient.Builder connectTimeout(Duration limit) {
            builder.connectTimeout(limit);
            return this;
        }

        @Override
        public HttpClient.Builder sslContext(SSLContext context) {
            builder.sslContext(context);
            return this;
        }

        @Override
        public HttpClient.Builder sslParameters(SSLParameters parameters) {
            builder.sslParameters(parameters);
            return this;
        }

        @Override
        public HttpClient.Builder executor(Executor executor) {
            builder.executor(executor);
            return this;
        }

        @Override
        public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
            builder.followRedirects(policy);
            return this;
        }

        @Override
        public HttpClient.Builder version(HttpClient.Version version) {
            builder.version(version);
            return this;
        }

        @Override
        public HttpClient.Builder priority(int priority) {
            builder.priority(priority);
            return this;
        }

        @Override
        public HttpClient.Builder proxy(ProxySelector selector) {
            builder.proxy(selector);
            return this;
        }

        @Override
        public HttpClient.Builder authenticator(Authenticator authenticator) {
            builder.authenticator(authenticator);
            return this;
        }

        @Override
        public HttpClient.Builder localAddress(InetAddress address) {
            builder.localAddress(address);
            return this;
        }
    }
}
