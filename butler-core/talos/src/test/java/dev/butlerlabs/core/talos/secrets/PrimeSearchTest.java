package dev.butlerlabs.core.talos.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrimeSearchTest {
    /** Records the first number that is drawn. */
    private static final class RecordedRandom extends SecureRandom {
        private static final long serialVersionUID = 1;
        private final transient Random random = new Random(11);
        private transient byte[] last = {};

        @Override
        public void nextBytes(byte[] bytes) {
            random.nextBytes(bytes);
            last = bytes.clone();
        }
    }

    /** So no candidate is skipped, and those in front of the result are not prime. */
    @Test
    void findsTheFirstPrimeAfterTheRandomNumber() {
        RecordedRandom random = new RecordedRandom();
        PrimeSearch search = new PrimeSearch(256, BigInteger.valueOf(65_537), random);
        for (int i = 0; i < 20; i++) {
            BigInteger found = search.next();
            BigInteger start =
                    new BigInteger(1, random.last).setBit(255).setBit(254).setBit(0);
            assertEquals(start.subtract(BigInteger.ONE).nextProbablePrime(), found);
        }
    }

    @Test
    void findsPrimesForWhichAnExponentCanBeInverted() {
        BigInteger three = BigInteger.valueOf(3);
        PrimeSearch search = new PrimeSearch(128, three, new SecureRandom());
        for (int i = 0; i < 50; i++) {
            BigInteger prime = search.next();
            assertNotEquals(BigInteger.ONE, prime.mod(three));
            assertTrue(prime.isProbablePrime(100) && prime.testBit(127) && prime.testBit(126));
        }
    }
}
