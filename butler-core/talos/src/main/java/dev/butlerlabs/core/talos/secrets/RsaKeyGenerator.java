package dev.butlerlabs.core.talos.secrets;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;

/**
 * Generates RSA keys as FIPS 186-5 requires, faster than the JDK, whose search for primes takes 2 to 13 seconds of processor time for a key of 4096 bits in a native
 * program: numbers with small factors are skipped, others are filtered with {@link FermatTest}, all processors search, and the JDK decides about the
 * remaining numbers. Thread-safe.
 */
final class RsaKeyGenerator {
    private static final BigInteger EXPONENT = BigInteger.valueOf(65_537);

    /** The primes differ in one of their first 100 bits. */
    private static final int DISTANCE_BITS = 100;

    private final PrimeSearch search;

    private RsaKeyGenerator(PrimeSearch search) {
        this.search = search;
    }

    /** @param bits the size of the key, a multiple of 128 */
    static KeyPair generate(int bits, SecureRandom random) {
        return new RsaKeyGenerator(new PrimeSearch(bits / 2, EXPONENT, random)).generate();
    }

    private KeyPair generate() {
        while (true) {
            BigInteger first = search.next();
            BigInteger second = search.next();
            BigInteger exponent = privateExponent(first, second);
            if (first.subtract(second).bitLength() > first.bitLength() - DISTANCE_BITS
                    && exponent.bitLength() > first.bitLength()) {
                return key(first.max(second), first.min(second), exponent);
            }
        }
    }

    private static BigInteger privateExponent(BigInteger first, BigInteger second) {
        BigInteger p1 = first.subtract(BigInteger.ONE);
        BigInteger q1 = second.subtract(BigInteger.ONE);
        return EXPONENT.modInverse(p1.divide(p1.gcd(q1)).multiply(q1));
    }

    private static KeyPair key(BigInteger p, BigInteger q, BigInteger exponent) {
        BigInteger modulus = p.multiply(q);
        try {
            KeyFactory factory = KeyFactory.getInstance("RSA");
            return new KeyPair(
                    factory.generatePublic(new RSAPublicKeySpec(modulus, EXPONENT)),
                    factory.generatePrivate(new RSAPrivateCrtKeySpec(
                            modulus,
                            EXPONENT,
                            exponent,
                            p,
                            q,
                            exponent.mod(p.subtract(BigInteger.ONE)),
                            exponent.mod(q.subtract(BigInteger.ONE)),
                            q.modInverse(p))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has RSA", e);
        }
    }
}
