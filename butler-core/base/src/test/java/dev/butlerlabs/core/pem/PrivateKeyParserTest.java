package dev.butlerlabs.core.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateKeyParserTest {
    private static final int SHORT_RSA_BITS = 1024;

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void parsesPkcs8(String algorithm) throws GeneralSecurityException, PemFormatException {
        PrivateKey key = generate(algorithm);

        assertThat(PrivateKeyParser.parse(new PemBlock("PRIVATE KEY", key.getEncoded()).text()))
                .isEqualTo(key);
    }

    @Test
    void parsesPkcs1() throws GeneralSecurityException, PemFormatException {
        PrivateKey key = generate("RSA");

        assertThat(PrivateKeyParser.parse(new PemBlock("RSA PRIVATE KEY", inner(key)).text()))
                .isEqualTo(key);
    }

    @Test
    void parsesSec1BehindItsParameters() throws GeneralSecurityException, PemFormatException {
        PrivateKey key = generate("EC");
        byte[] curve = DerEncoder.identifier("1.2.840.10045.3.1.7");
        String text =
                new PemBlock("EC PARAMETERS", curve).text() + new PemBlock("EC PRIVATE KEY", sec1(key, curve)).text();

        // The encodings differ, because the parsed key contains its curve.
        assertThat(PrivateKeyParser.parse(text))
                .isInstanceOfSatisfying(
                        ECPrivateKey.class, parsed -> assertThat(parsed.getS()).isEqualTo(((ECPrivateKey) key).getS()));
    }

    @Test
    void rejectsSec1WithoutCurve() throws GeneralSecurityException, PemFormatException {
        String text = new PemBlock("EC PRIVATE KEY", sec1(generate("EC"))).text();

        assertThatThrownBy(() -> PrivateKeyParser.parse(text)).hasMessage("does not name its curve");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"})
    void rejectsEveryTruncation(String label) throws GeneralSecurityException {
        byte[] key = generate("RSA").getEncoded();
        for (int length : List.of(0, 1, 2, 5, 20, key.length - 1)) {
            String text = new PemBlock(label, Arrays.copyOf(key, length)).text();

            assertThatThrownBy(() -> PrivateKeyParser.parse(text))
                    .as("%d bytes", length)
                    .isInstanceOf(PemFormatException.class);
        }
    }

    @Test
    void rejectsTextWithoutKey() {
        String text = new PemBlock(PemBlock.CERTIFICATE, new byte[] {1}).text();

        assertThatThrownBy(() -> PrivateKeyParser.parse(text)).hasMessage("contains no private key of a known format");
    }

    private static PrivateKey generate(String algorithm) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        if (algorithm.equals("RSA")) {
            generator.initialize(SHORT_RSA_BITS);
        }
        return generator.generateKeyPair().getPrivate();
    }

    private static byte[] inner(PrivateKey key) throws PemFormatException {
        return DerDecoder.elements(key.getEncoded())
                .getFirst()
                .elements()
                .get(2)
                .content();
    }

    /** The JDK omits the curve, openssl does not. */
    private static byte[] sec1(PrivateKey key, byte[]... curve) throws PemFormatException {
        byte[] number =
                DerDecoder.elements(inner(key)).getFirst().elements().get(1).content();
        return DerEncoder.sequence(
                DerEncoder.integer(BigInteger.ONE),
                DerEncoder.octets(number),
                curve.length == 0 ? new byte[0] : DerEncoder.tagged(0xa0, curve));
    }
}
