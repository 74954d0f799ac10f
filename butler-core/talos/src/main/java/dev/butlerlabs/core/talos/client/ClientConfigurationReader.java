package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.pem.PemFormatException;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses a talosconfig and collects its problems. */
final class ClientConfigurationReader {
    private final String source;
    private final List<InputProblem> problems = new ArrayList<>();

    ClientConfigurationReader(String source) {
        this.source = source;
    }

    ClientConfiguration read(String text) {
        UntypedTree document = document(text);
        Map<String, ClientConfiguration.Context> contexts = new LinkedHashMap<>();
        document.map("contexts")
                .forEach((name, tree) -> context("contexts." + name, UntypedTree.of(tree))
                        .ifPresent(context -> contexts.put(name, context)));
        if (contexts.isEmpty() && problems.isEmpty()) {
            problems.add(new InputProblem("contexts", "is missing or empty"));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(source + " is not a valid talosconfig.", problems);
        }
        return new ClientConfiguration(source, document.anyText("context"), contexts);
    }

    private UntypedTree document(String text) {
        try {
            List<YamlNode> documents = YamlParser.parse(text, YamlLimits.GENERATED);
            return documents.isEmpty()
                    ? UntypedTree.EMPTY
                    : UntypedTree.of(YamlValueConverter.of(documents.getFirst()));
        } catch (YamlSyntaxException e) {
            problems.add(new InputProblem(e.place(source), e.summary()));
            return UntypedTree.EMPTY;
        }
    }

    private Optional<ClientConfiguration.Context> context(String path, UntypedTree tree) {
        List<X509Certificate> authorities = certificates(path + ".ca", tree.text("ca"));
        List<X509Certificate> certificate = certificates(path + ".crt", tree.text("crt"));
        Optional<PrivateKey> key = key(path + ".key", tree.text("key"));
        List<NodeAddress> endpoints = addresses(path + ".endpoints", tree.items("endpoints"));
        List<NodeAddress> nodes = addresses(path + ".nodes", tree.items("nodes"));
        if (authorities.isEmpty() || certificate.isEmpty() || key.isEmpty()) {
            return Optional.empty();
        }
        TalosCredentials credentials = new TalosCredentials(authorities, certificate.getFirst(), key.get());
        return Optional.of(new ClientConfiguration.Context(endpoints, nodes, credentials));
    }

    private List<X509Certificate> certificates(String path, Optional<String> value) {
        try {
            return PemText.certificates(decoded(value));
        } catch (PemFormatException e) {
            problems.add(new InputProblem(path, e.getMessage()));
            return List.of();
        }
    }

    private Optional<PrivateKey> key(String path, Optional<String> value) {
        try {
            return Optional.of(PemText.key(decoded(value)));
        } catch (PemFormatException e) {
            problems.add(new InputProblem(path, e.getMessage()));
            return Optional.empty();
        }
    }

    private static String decoded(Optional<String> value) throws PemFormatException {
        String text = value.filter(base64 -> !base64.isBlank()).orElseThrow(() -> new PemFormatException("is missing"));
        try {
            return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            throw new PemFormatException("is not base64", e);
        }
    }

    private List<NodeAddress> addresses(String path, List<UntypedTree> items) {
        List<NodeAddress> addresses = new ArrayList<>();
        for (UntypedTree item : items) {
            try {
                addresses.add(NodeAddress.parse(item.anyText()));
            } catch (ButlerException e) {
                problems.add(new InputProblem(path, e.getMessage()));
            }
        }
        return addresses;
    }
}
