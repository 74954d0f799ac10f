package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.testing.TalosOracles;
import dev.butlerlabs.core.tree.UntypedTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Puts PEM texts where the published files name them as {@code pem:certs.<name>.<half>}. */
public final class GoldenSecrets {
    private final Map<String, String> texts;

    public GoldenSecrets(SecretsBundle secrets) {
        texts = Map.of(
                "pem:certs.k8s.crt", secrets.kubernetes().certificate(),
                "pem:certs.k8s.key", secrets.kubernetes().key(),
                "pem:certs.k8saggregator.crt", secrets.aggregator().certificate(),
                "pem:certs.k8saggregator.key", secrets.aggregator().key(),
                "pem:certs.k8sserviceaccount.key", secrets.serviceAccountKey());
    }

    public List<Object> documents(Path file) {
        return TalosOracles.documents(file).stream().map(this::filled).toList();
    }

    private Object filled(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> copy = UntypedTree.of(map).copy();
                copy.replaceAll((key, child) -> filled(child));
                yield copy;
            }
            case List<?> list -> list.stream().map(this::filled).toList();
            case String words -> texts.getOrDefault(words, words);
            case null, default -> value;
        };
    }
}
