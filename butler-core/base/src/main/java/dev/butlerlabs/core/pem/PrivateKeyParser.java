package dev.butlerlabs.core.pem;

import dev.butlerlabs.core.pem.DerDecoder.Element;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.List;

/** Parses unencrypted private keys in the PEM formats of kubeconfigs: PKCS#1, SEC 1 and PKCS#8. Stateless. */
public final class PrivateKeyParser {
    private static final byte[] NULL = {5, 0};
    private static final int CURVE = 0xa0;

    /** The key types of client certificates. */
    private enum KeyType {
        RSA("RSA", "1.2.840.113549.1.1.1"),
        EC("EC", "1.2.840.10045.2.1"),
        ED25519("Ed25519", "1.3.101.112");

        private final String algorithm;
        private final String identifier;

        KeyType(String algorithm, String identifier) {
            this.algorithm = algorithm;
            this.identifier = identifier;
        }

        PrivateKey decode(byte[] pkcs8) throws PemFormatException {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (GeneralSecurityException e) {
                throw invalid(e);
            }
        }

        /** Returns the PKCS#8 form of a key in the format of its type. */
        byte[] pkcs8(byte[] parameters, byte[] key) {
            return DerEncoder.sequence(
                    DerEncoder.integer(BigInteger.ZERO),
                    DerEncoder.sequence(DerEncoder.identifier(identifier), parameters),
                    DerEncoder.octets(key));
        }
    }

    private PrivateKeyParser() {}

    /**
     * Parses the first private key of a text. Other blocks are ignored; openssl writes the curve of an EC key before it.
     *
     * @throws PemFormatException if the text contains no valid RSA, EC or Ed25519 key, or an EC key does not name its curve
     */
    public static PrivateKey parse(String text) throws PemFormatException {
        for (PemBlock block : PemBlock.parseAll(text)) {
            byte[] content = block.content();
            switch (block.label()) {
                case "PRIVATE KEY" -> {
                    return typeOf(content).decode(content);
                }
                case "RSA PRIVATE KEY" -> {
                    return KeyType.RSA.decode(KeyType.RSA.pkcs8(NULL, content));
                }
                case "EC PRIVATE KEY" -> {
                    return KeyType.EC.decode(KeyType.EC.pkcs8(curve(content), content));
                }
                default -> {}
            }
        }
        throw new PemFormatException("contains no private key of a known format");
    }

    /** PKCS#8 starts with a version, and a sequence that starts with the identifier of the type. */
    private static KeyType typeOf(byte[] pkcs8) throws PemFormatException {
        byte[] identifier = at(at(sequence(pkcs8), 1).elements(), 0).content();
        return Arrays.stream(KeyType.values())
                .filter(type ->
                        Arrays.equals(DerEncoder.identifier(type.identifier), DerEncoder.tagged(0x06, identifier)))
                .findFirst()
                .orElseThrow(() -> new PemFormatException("has an unknown key type"));
    }

    private static byte[] curve(byte[] sec1) throws PemFormatException {
        for (Element element : sequence(sec1)) {
            if (element.tag() == CURVE) {
                return element.content();
            }
        }
        throw new PemFormatException("does not name its curve");
    }

    private static List<Element> sequence(byte[] encoded) throws PemFormatException {
        return at(DerDecoder.elements(encoded), 0).elements();
    }

    private static Element at(List<Element> elements, int index) throws PemFormatException {
        if (elements.size() <= index) {
            throw invalid(null);
        }
        return elements.get(index);
    }

    private static PemFormatException invalid(Throwable cause) {
        return new PemFormatException("is not a valid private key", cause);
    }
}
