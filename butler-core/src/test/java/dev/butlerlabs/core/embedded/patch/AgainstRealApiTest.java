package dev.butlerlabs.core.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;

class AgainstRealApiTest {
    @Test
    void sameAnswersForRandomRequests() throws Exception {
        RealApi.Server server = server();
        server.install();
        int sequences = Integer.getInteger("fuzz.sequences", 50);
        long first = Long.getLong("fuzz.seed", 1L);
        String run = Long.toString(System.currentTimeMillis(), 36);
        int steps = 0;
        int failures = 0;
        for (long seed = first; seed < first + sequences; seed++) {
            String name = "g" + run + "-" + seed;
            GadgetApi real = new RealApi(server, name);
            GadgetApi model = new ModelApi(name);
            RandomSteps random = new RandomSteps(seed);
            List<String> history = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Step step = random.next();
                Answer theirs = real.send(step);
                Answer ours = model.send(step);
                steps++;
                if (theirs.status() != ours.status() || !JsonValues.equal(theirs.body(), ours.body())) {
                    failures++;
                    System.out.println("SEED " + seed + " step " + i + "\n HIST " + String.join("\n      ", history) + "\n STEP " + step + "\n REAL " + theirs + "\n OURS " + ours);
                    diff("", theirs.body(), ours.body());
                    break;
                }
                history.add(step + " -> " + theirs);
            }
            if (failures >= 3) break;
        }
        System.out.println("steps " + steps + " failures " + failures);
        assertThat(failures).isZero();
    }

    static void diff(String p, com.fasterxml.jackson.databind.JsonNode a, com.fasterxml.jackson.databind.JsonNode b) {
        if (JsonValues.equal(a, b)) return;
        if (a.isObject() && b.isObject()) {
            java.util.TreeSet<String> n = new java.util.TreeSet<>();
            a.fieldNames().forEachRemaining(n::add);
            b.fieldNames().forEachRemaining(n::add);
            n.forEach(k -> diff(p + "/" + k, a.path(k), b.path(k)));
        } else if (a.isArray() && b.isArray() && a.size() == b.size()) {
            for (int i = 0; i < a.size(); i++) diff(p + "/" + i, a.get(i), b.get(i));
        } else System.out.println("DIFF " + p + " real=" + (a.isMissingNode() ? "-" : a) + " ours=" + (b.isMissingNode() ? "-" : b));
    }

    static RealApi.Server server() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int n = 0;
        try (FileInputStream in = new FileInputStream("/tmp/patchbench/apiserver.crt")) {
            for (var c : CertificateFactory.getInstance("X.509").generateCertificates(in)) store.setCertificateEntry("c" + n++, c);
        }
        TrustManagerFactory f = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        f.init(store);
        SSLContext ssl = SSLContext.getInstance("TLS");
        ssl.init(null, f.getTrustManagers(), null);
        HttpClient http = HttpClient.newBuilder().sslContext(ssl).version(HttpClient.Version.HTTP_1_1).build();
        return new RealApi.Server(http, URI.create("https://127.0.0.1:16443"), "scratch");
    }
}
