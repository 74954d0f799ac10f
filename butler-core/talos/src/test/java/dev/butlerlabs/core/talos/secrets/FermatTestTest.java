package dev.butlerlabs.core.talos.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FermatTestTest {
    private final Random random = new Random(7);

    private static boolean passesWithBigInteger(BigInteger number) {
        return BigInteger.TWO.modPow(number.subtract(BigInteger.ONE), number).equals(BigInteger.ONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 192, 512})
    void passesAllPrimesAndRejectsWhatTheJdkRejects(int bits) {
        FermatTest test = new FermatTest(bits);
        for (int i = 0; i < 100; i++) {
            assertTrue(test.passes(BigInteger.probablePrime(bits, random)));
            BigInteger odd = new BigInteger(bits, random).setBit(bits - 1).setBit(0);
            assertEquals(passesWithBigInteger(odd), test.passes(odd), odd.toString(16));
        }
    }

    /** The numbers next to a power of two have words of only zeros or ones, so that carries run through all of them. */
    @ParameterizedTest
    @ValueSource(ints = {64, 128, 512})
    void carriesThroughAllWords(int bits) {
        FermatTest test = new FermatTest(bits);
        IntStream.iterate(1, distance -> distance < 200, distance -> distance + 2)
                .forEach(distance -> {
                    BigInteger below = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.valueOf(distance));
                    BigInteger above = BigInteger.ONE.shiftLeft(bits - 1).add(BigInteger.valueOf(distance));
                    assertEquals(passesWithBigInteger(below), test.passes(below), "2^%d-%d".formatted(bits, distance));
                    assertEquals(
                            passesWithBigInteger(above), test.passes(above), "2^%d+%d".formatted(bits - 1, distance));
                });
    }

    @Test
    void passesTheLargestPrimes() {
        assertTrue(new FermatTest(128).passes(BigInteger.ONE.shiftLeft(128).subtract(BigInteger.valueOf(159))));
        assertFalse(new FermatTest(128).passes(BigInteger.ONE.shiftLeft(128).subtract(BigInteger.valueOf(161))));
        assertTrue(new FermatTest(64).passes(BigInteger.valueOf(-59).add(BigInteger.ONE.shiftLeft(64))));
    }

    @Test
    void rejectsNumbersOfAnotherSizeAndEvenOnes() {
        FermatTest test = new FermatTest(64);
        assertThrows(IllegalArgumentException.class, () -> test.passes(BigInteger.valueOf(17)));
        assertThrows(
                IllegalArgumentException.class,
                () -> test.passes(BigInteger.ONE.shiftLeft(63).add(BigInteger.TWO)));
        assertThrows(IllegalArgumentException.class, () -> new FermatTest(100));
    }
}
