package dev.butlerlabs.core.talos.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RsaKeyGeneratorTest {
    private static final BigInteger ONE = BigInteger.ONE;

    /** Random numbers that can be repeated. */
    private static final class SeededRandom extends SecureRandom {
        private static final long serialVersionUID = 1;
        private final transient Random random;

        SeededRandom(long seed) {
            this.random = new Random(seed);
        }

        @Override
        public void nextBytes(byte[] bytes) {
            random.nextBytes(bytes);
        }
    }

    @Test
    void generatesKeysThatFollowTheStandard() {
        for (int i = 0; i < 5; i++) {
            KeyPair pair = RsaKeyGenerator.generate(1024, new SecureRandom());
            RSAPrivateCrtKey key = (RSAPrivateCrtKey) pair.getPrivate();
            BigInteger p = key.getPrimeP();
            BigInteger q = key.getPrimeQ();

            assertEquals(1024, key.getModulus().bitLength());
            assertEquals(512, p.bitLength());
            assertEquals(512, q.bitLength());
            assertTrue(p.isProbablePrime(100) && q.isProbablePrime(100));
            assertEquals(p.multiply(q), key.getModulus());
            assertEquals(((RSAPublicKey) pair.getPublic()).getModulus(), key.getModulus());
            assertTrue(p.subtract(q).abs().bitLength() > 512 - 100);
            BigInteger e = key.getPublicExponent();
            BigInteger d = key.getPrivateExponent();
            assertEquals(BigInteger.valueOf(65_537), e);
            assertEquals(ONE, e.multiply(d).mod(p.subtract(ONE)));
            assertEquals(ONE, e.multiply(d).mod(q.subtract(ONE)));
            assertTrue(d.bitLength() > 512);
            assertEquals(d.mod(p.subtract(ONE)), key.getPrimeExponentP());
            assertEquals(d.mod(q.subtract(ONE)), key.getPrimeExponentQ());
            assertEquals(ONE, key.getCrtCoefficient().multiply(q).mod(p));
        }
    }

    @Test
    void signsAndVerifies() {
        KeyPair pair = RsaKeyGenerator.generate(2048, new SecureRandom());
        assertTrue(TalosKeyFactory.belongTogether(pair.getPrivate(), pair.getPublic()));
        KeyPair other = RsaKeyGenerator.generate(2048, new SecureRandom());
        assertNotEquals(pair.getPrivate(), other.getPrivate());
    }

    /** Which thread finds a prime first makes no difference. */
    @Test
    void dependsOnTheRandomNumbersOnly() {
        assertEquals(
                RsaKeyGenerator.generate(1024, new SeededRandom(42)).getPrivate(),
                RsaKeyGenerator.generate(1024, new SeededRandom(42)).getPrivate());
        assertNotEquals(
                RsaKeyGenerator.generate(1024, new SeededRandom(42)).getPrivate(),
                RsaKeyGenerator.generate(1024, new SeededRandom(43)).getPrivate());
    }
}
