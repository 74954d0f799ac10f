package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** The key types of Talos with their PEM format. */
enum TalosKeyFactory {
    ED25519("Ed25519", "Ed25519", "ED25519 PRIVATE KEY"),
    ECDSA("EC", "SHA256withECDSA", "EC PRIVATE KEY"),
    RSA("RSA", "SHA256withRSA", "RSA PRIVATE KEY");

    private static final String ANY_KIND = "PRIVATE KEY";
    private static final int RSA_BITS = 4096;
    private static final int SHORT_RSA_BITS = 2048;

    private final String algorithm;
    private final String signature;
    private final String label;

    TalosKeyFactory(String algorithm, String signature, String label) {
        this.algorithm = algorithm;
        this.signature = signature;
        this.label = label;
    }

    String signature() {
        return signature;
    }

    KeyPair generate(SecureRandom random) {
        return generate(random, RSA_BITS);
    }

    static KeyPair generateShortRsa(SecureRandom random) {
        return RSA.generate(random, SHORT_RSA_BITS);
    }

    private KeyPair generate(SecureRandom random, int rsaBits) {
        if (this == RSA) {
            return RsaKeyGenerator.generate(rsaBits, random);
        }
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (this == ECDSA) {
                generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has " + algorithm, e);
        }
    }

    /** Returns the PEM text of a key. Talos uses a specific label for Ed25519 keys although the content is PKCS#8. */
    String pem(KeyPair pair) {
        try {
            PrivateKeyInfo info = PrivateKeyInfo.getInstance(pair.getPrivate().getEncoded());
            byte[] content = switch (this) {
                case ED25519 -> info.getEncoded();
                case ECDSA -> sec1(pair, info);
                case RSA -> info.parsePrivateKey().toASN1Primitive().getEncoded();
            };
            return new PemBlock(label, content).text();
        } catch (IOException e) {
            throw new IllegalStateException("a fresh key has an encoding", e);
        }
    }

    /** Includes the curve and the public point, which the JDK omits. */
    private static byte[] sec1(KeyPair pair, PrivateKeyInfo info) throws IOException {
        ECPrivateKey key = (ECPrivateKey) pair.getPrivate();
        BigInteger order = key.getParams().getOrder();
        SubjectPublicKeyInfo point =
                SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded());
        return new org.bouncycastle.asn1.sec.ECPrivateKey(
                        order.bitLength(),
                        key.getS(),
                        new DERBitString(point.getPublicKeyData().getBytes()),
                        info.getPrivateKeyAlgorithm().getParameters())
                .getEncoded();
    }

    /** Parses a private key with any label that Talos accepts. */
    static PrivateKey parse(String text) throws PemFormatException {
        PemBlock pem = PemBlock.parseFirst(text);
        try {
            PrivateKeyInfo info = info(pem);
            TalosKeyFactory kind = kindOf(info.getPrivateKeyAlgorithm().getAlgorithm());
            return KeyFactory.getInstance(kind.algorithm).generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw new PemFormatException("is not a valid private key", e);
        }
    }

    private static PrivateKeyInfo info(PemBlock pem) throws IOException, PemFormatException {
        if (pem.label().equals(ED25519.label) || pem.label().equals(ANY_KIND)) {
            return PrivateKeyInfo.getInstance(pem.content());
        }
        if (pem.label().equals(ECDSA.label)) {
            var key = org.bouncycastle.asn1.sec.ECPrivateKey.getInstance(pem.content());
            return new PrivateKeyInfo(
                    new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, key.getParametersObject()), key);
        }
        if (pem.label().equals(RSA.label)) {
            var key = org.bouncycastle.asn1.pkcs.RSAPrivateKey.getInstance(pem.content());
            return new PrivateKeyInfo(
                    new AlgorithmIdentifier(
                            PKCSObjectIdentifiers.rsaEncryption, org.bouncycastle.asn1.DERNull.INSTANCE),
                    key);
        }
        throw new PemFormatException("contains " + pem.label() + " instead of a private key");
    }

    static PublicKey publicKey(SubjectPublicKeyInfo info) throws GeneralSecurityException {
        try {
            TalosKeyFactory kind = kindOf(info.getAlgorithm().getAlgorithm());
            return KeyFactory.getInstance(kind.algorithm).generatePublic(new X509EncodedKeySpec(info.getEncoded()));
        } catch (IOException e) {
            throw new GeneralSecurityException("the public key has no encoding", e);
        }
    }

    static TalosKeyFactory kindOf(PrivateKey key) {
        return kindOf(PrivateKeyInfo.getInstance(key.getEncoded())
                .getPrivateKeyAlgorithm()
                .getAlgorithm());
    }

    private static TalosKeyFactory kindOf(ASN1ObjectIdentifier algorithm) {
        if (algorithm.equals(EdECObjectIdentifiers.id_Ed25519)) {
            return ED25519;
        }
        if (algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            return ECDSA;
        }
        if (algorithm.equals(PKCSObjectIdentifiers.rsaEncryption)) {
            return RSA;
        }
        throw new IllegalArgumentException("unknown key type " + algorithm);
    }

    /** Returns whether two keys match, by signing with one and verifying with the other. */
    static boolean belongTogether(PrivateKey privateKey, PublicKey publicKey) {
        try {
            byte[] message = {4, 2};
            Signature signing = Signature.getInstance(kindOf(privateKey).signature);
            signing.initSign(privateKey);
            signing.update(message);
            byte[] signed = signing.sign();
            Signature verifying = Signature.getInstance(kindOf(privateKey).signature);
            verifying.initVerify(publicKey);
            verifying.update(message);
            return verifying.verify(signed);
        } catch (GeneralSecurityException differentKinds) {
            return false;
        }
    }
}
