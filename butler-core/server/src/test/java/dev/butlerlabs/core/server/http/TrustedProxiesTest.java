package dev.butlerlabs.core.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.net.CidrBlock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
    private static final TrustedProxies INGRESS = new TrustedProxies(
            Stream.of("10.244.0.0/16", "fd00:10::/64").map(CidrBlock::parse).toList());

    private static String client(TrustedProxies proxies, String peer, String... forwarded) {
        Map<String, List<String>> headers =
                forwarded.length == 0 ? Map.of() : Map.of("x-forwarded-for", List.of(forwarded));
        return proxies.resolve(new WebRequest("GET", "/", "", Map.of(), headers, peer, WebBody.EMPTY))
                .address();
    }

    @Test
    void withoutTrustedProxiesTheHeaderIsNotRead() {
        assertThat(client(TrustedProxies.NONE, "10.244.0.7", "198.51.100.1")).isEqualTo("10.244.0.7");
    }

    @Test
    void theHeaderOfAnotherPeerIsNotRead() {
        assertThat(client(INGRESS, "192.0.2.9", "198.51.100.1")).isEqualTo("192.0.2.9");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "198.51.100.1                            | 198.51.100.1",
                "198.51.100.1, 10.244.3.4                | 198.51.100.1",
                "203.0.113.5, 198.51.100.1, 10.244.3.4   | 198.51.100.1",
                "10.244.9.9, 198.51.100.1                | 198.51.100.1",
                "127.0.0.1, 198.51.100.1                 | 198.51.100.1",
                "198.51.100.1:40312                      | 198.51.100.1",
                "2001:DB8:0::1                           | 2001:db8::1",
                "[2001:db8::1]:443, fd00:10::5           | 2001:db8::1",
                "10.244.1.1, 10.244.1.2                  | 10.244.1.1"
            })
    void theClientIsTheRightmostAddressThatIsNoTrustedProxy(String forwarded, String client) {
        assertThat(client(INGRESS, "10.244.0.7", forwarded)).isEqualTo(client);
    }

    /** A client sends invented entries; the proxy appends the true one, in the same header or another one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "203.0.113.1",
                "203.0.113.2, 10.244.0.1",
                "unknown",
                "_hidden, 10.244.0.1",
                ",,,",
                "10.0.0.1\u0000"
            })
    void aClientCannotChooseItsAddress(String invented) {
        assertThat(client(INGRESS, "10.244.0.7", invented + ", 198.51.100.1")).isEqualTo("198.51.100.1");
        assertThat(client(INGRESS, "10.244.0.7", invented, "198.51.100.1")).isEqualTo("198.51.100.1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"unknown", "", "198.51.100", "198.51.100.1.2", "host.example.com", "[2001:db8::1", "::1%eth0"})
    void withoutAnAddressTheProxyIsTheClient(String forwarded) {
        assertThat(client(INGRESS, "10.244.0.7", forwarded)).isEqualTo("10.244.0.7");
    }
}
