package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.tree.UntypedTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads and writes {@code secrets.yaml}, in which keys and certificates are base64 of their PEM text. */
final class SecretsFile {
    private static final Map<String, Set<String>> SECTIONS = Map.of(
            "cluster", Set.of("id", "secret"),
            "secrets", Set.of("bootstraptoken", "secretboxencryptionsecret", "aescbcencryptionsecret"),
            "trustdinfo", Set.of("token"),
            "certs", Set.of("etcd", "k8s", "k8saggregator", "k8sserviceaccount", "os"));
    private static final Set<String> PAIR = Set.of("crt", "key");

    private final Map<?, ?> document;
    private final List<InputProblem> problems = new ArrayList<>();

    private SecretsFile(Map<?, ?> document) {
        this.document = document;
    }

    static SecretsBundle parse(String source, String text) {
        List<Object> documents = YamlReader.documents(source, text);
        if (documents.size() != 1 || !(documents.getFirst() instanceof Map<?, ?> document)) {
            throw ButlerException.invalid(
                    source + " is not a secrets bundle.",
                    List.of(new InputProblem(source, "must contain one mapping of secrets")));
        }
        SecretsFile file = new SecretsFile(document);
        SecretsBundle bundle = file.read();
        if (!file.problems.isEmpty()) {
            throw ButlerException.invalid(source + " is not a valid secrets bundle.", file.problems);
        }
        bundle.check(source);
        return bundle;
    }

    private SecretsBundle read() {
        unknown("", document, SECTIONS.keySet());
        SECTIONS.forEach((name, keys) -> unknown(name + ".", section(name), keys));
        return new SecretsBundle(
                word("cluster", "id"),
                word("cluster", "secret"),
                word("secrets", "bootstraptoken"),
                encryption(),
                word("trustdinfo", "token"),
                pair("etcd"),
                pair("k8s"),
                pair("k8saggregator"),
                pem("k8sserviceaccount", "key"),
                pair("os"));
    }

    private EncryptionSecret encryption() {
        boolean secretbox = isGiven("secretboxencryptionsecret");
        boolean aesCbc = isGiven("aescbcencryptionsecret");
        if (secretbox == aesCbc) {
            problems.add(new InputProblem(
                    "secrets",
                    secretbox ? "contains two encryption secrets" : "contains no encryption secret",
                    "set either secretboxencryptionsecret or aescbcencryptionsecret"));
        }
        return aesCbc
                ? new EncryptionSecret.AesCbc(word("secrets", "aescbcencryptionsecret"))
                : new EncryptionSecret.Secretbox(secretbox ? word("secrets", "secretboxencryptionsecret") : "");
    }

    private boolean isGiven(String name) {
        Object value = section("secrets").get(name);
        return value != null && !value.equals("");
    }

    private CertificateAndKey pair(String name) {
        return new CertificateAndKey(pem(name, "crt"), pem(name, "key"));
    }

    private String pem(String name, String half) {
        String path = "certs." + name + "." + half;
        Object pair = section("certs").get(name);
        if (pair instanceof Map<?, ?> map) {
            unknown("certs." + name + ".", map, name.equals("k8sserviceaccount") ? Set.of("key") : PAIR);
            return decoded(path, word(path, map.get(half)));
        }
        problems.add(new InputProblem(path, "is missing"));
        return "";
    }

    private String decoded(String path, String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            problems.add(new InputProblem(path, "is not base64"));
            return "";
        }
    }

    private String word(String section, String key) {
        return word(section + "." + key, section(section).get(key));
    }

    private String word(String path, Object value) {
        if (value instanceof Map || value instanceof List || value == null) {
            problems.add(new InputProblem(path, value == null ? "is missing" : "must be a string"));
            return "";
        }
        return value.toString();
    }

    private Map<?, ?> section(String name) {
        return UntypedTree.of(document).map(name);
    }

    private void unknown(String prefix, Map<?, ?> map, Set<String> known) {
        for (Object key : map.keySet()) {
            InputProblem problem = new InputProblem(prefix + key, "is not a known key");
            if (!known.contains(String.valueOf(key)) && !problems.contains(problem)) {
                problems.add(problem);
            }
        }
    }

    static String write(SecretsBundle bundle) {
        return YamlWriter.write(document(bundle));
    }

    static Map<String, Object> document(SecretsBundle bundle) {
        String encryption = switch (bundle.encryption()) {
            case EncryptionSecret.Secretbox _ -> "secretboxencryptionsecret";
            case EncryptionSecret.AesCbc _ -> "aescbcencryptionsecret";
        };
        Map<String, Object> certificates = new LinkedHashMap<>();
        certificates.put("etcd", pair(bundle.etcd()));
        certificates.put("k8s", pair(bundle.kubernetes()));
        certificates.put("k8saggregator", pair(bundle.aggregator()));
        certificates.put("k8sserviceaccount", Map.of("key", encoded(bundle.serviceAccountKey())));
        certificates.put("os", pair(bundle.os()));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", ordered("id", bundle.clusterId(), "secret", bundle.clusterSecret()));
        document.put(
                "secrets",
                ordered(
                        "bootstraptoken",
                        bundle.bootstrapToken(),
                        encryption,
                        bundle.encryption().value()));
        document.put("trustdinfo", Map.of("token", bundle.trustdToken()));
        document.put("certs", certificates);
        return document;
    }

    private static Map<String, Object> pair(CertificateAndKey pair) {
        return ordered("crt", encoded(pair.certificate()), "key", encoded(pair.key()));
    }

    static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> ordered(String first, String one, String second, String other) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(first, one);
        map.put(second, other);
        return map;
    }
}
