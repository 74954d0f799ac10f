package dev.butlerlabs.core.talos.secrets;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Tests whether odd numbers of one size may be prime: 2 to the power of n - 1 is 1 modulo every odd prime n, and of hardly any other number. A fast filter before a
 * proper test, since it rejects no prime.
 *
 * <p>Computes with words of 64 bits, which takes a quarter of the time of {@link BigInteger} in a native program. Not thread-safe; a thread tests with its own
 * instance.
 */
final class FermatTest {
    private static final int WORD_BITS = Long.SIZE;

    private final int words;
    /** The number that is tested, least significant word first, as all numbers here. */
    private final long[] modulus;
    /** The current power times 2^(64 * words), as Montgomery multiplication requires. */
    private final long[] power;

    private final long[] square;
    /** -1 / modulus modulo 2^64. */
    private long inverse;

    /** @param bits the size of the numbers, a multiple of 64 */
    FermatTest(int bits) {
        if (bits <= 0 || bits % WORD_BITS != 0) {
            throw new IllegalArgumentException("not a positive multiple of 64: " + bits);
        }
        this.words = bits / WORD_BITS;
        this.modulus = new long[words];
        this.power = new long[words];
        this.square = new long[2 * words];
    }

    /**
     * Returns whether a number passes.
     *
     * @throws IllegalArgumentException if the number is even or of another size
     */
    boolean passes(BigInteger number) {
        if (number.bitLength() != words * WORD_BITS || !number.testBit(0)) {
            throw new IllegalArgumentException("not an odd number of %d bits".formatted(words * WORD_BITS));
        }
        toWords(number, modulus);
        inverse = -inverse(modulus[0]);
        BigInteger one = BigInteger.ONE.shiftLeft(words * WORD_BITS).subtract(number);
        toWords(one, power);
        BigInteger exponent = number.subtract(BigInteger.ONE);
        for (int bit = exponent.bitLength() - 1; bit >= 0; bit--) {
            squarePower();
            if (exponent.testBit(bit)) {
                doublePower();
            }
        }
        return isPower(one);
    }

    private boolean isPower(BigInteger number) {
        long[] expected = new long[words];
        toWords(number, expected);
        return Arrays.equals(power, expected);
    }

    private static void toWords(BigInteger number, long[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] = number.shiftRight(i * WORD_BITS).longValue();
        }
    }

    /** Returns 1 / odd modulo 2^64: each step doubles the number of correct bits, of which an odd number has three. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < WORD_BITS; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    /** Replaces the power with its square, divided by 2^(64 * words) modulo the modulus. */
    private void squarePower() {
        multiplyDifferentWords();
        doubleAndAddSquaresOfWords();
        long carry = reduce();
        System.arraycopy(square, words, power, 0, words);
        if (carry != 0 || !isLess(power, modulus)) {
            subtractModulus();
        }
    }

    private void multiplyDifferentWords() {
        Arrays.fill(square, 0);
        for (int i = 0; i < words - 1; i++) {
            square[i + words] = addProduct(power[i], power, i + 1, i);
        }
    }

    /** Adds a multiple of the words of a number from one on to the square, shifted by an offset. Returns the carry. */
    private long addProduct(long factor, long[] number, int from, int offset) {
        long carry = 0;
        for (int i = from; i < words; i++) {
            long low = factor * number[i];
            long high = Math.unsignedMultiplyHigh(factor, number[i]);
            low += carry;
            high += carryOf(low, carry);
            long sum = low + square[offset + i];
            carry = high + carryOf(sum, low);
            square[offset + i] = sum;
        }
        return carry;
    }

    private void doubleAndAddSquaresOfWords() {
        long shifted = 0;
        long carry = 0;
        for (int i = 0; i < words; i++) {
            long even = square[2 * i];
            long odd = square[2 * i + 1];
            long low = power[i] * power[i];
            long high = Math.unsignedMultiplyHigh(power[i], power[i]);
            low += carry;
            high += carryOf(low, carry);
            long doubledEven = even << 1 | shifted;
            long doubledOdd = odd << 1 | even >>> (WORD_BITS - 1);
            shifted = odd >>> (WORD_BITS - 1);
            long first = doubledEven + low;
            long between = high + carryOf(first, low);
            long second = doubledOdd + between;
            carry = carryOf(second, between);
            square[2 * i] = first;
            square[2 * i + 1] = second;
        }
    }

    /** Adds multiples of the modulus until the lower half is zero. Returns the carry of the upper half. */
    private long reduce() {
        long upper = 0;
        for (int i = 0; i < words; i++) {
            long carry = addProduct(square[i] * inverse, modulus, 0, i);
            long sum = square[i + words] + carry;
            long over = carryOf(sum, carry);
            long total = sum + upper;
            upper = over + carryOf(total, upper);
            square[i + words] = total;
        }
        return upper;
    }

    private void doublePower() {
        long carry = 0;
        for (int i = 0; i < words; i++) {
            long word = power[i];
            power[i] = word << 1 | carry;
            carry = word >>> (WORD_BITS - 1);
        }
        if (carry != 0 || !isLess(power, modulus)) {
            subtractModulus();
        }
    }

    private void subtractModulus() {
        long borrow = 0;
        for (int i = 0; i < words; i++) {
            long word = power[i];
            long difference = word - modulus[i];
            long next = Long.compareUnsigned(word, modulus[i]) < 0 ? 1 : 0;
            power[i] = difference - borrow;
            borrow = next | (difference == 0 ? borrow : 0);
        }
    }

    private static boolean isLess(long[] number, long[] other) {
        for (int i = number.length - 1; i >= 0; i--) {
            if (number[i] != other[i]) {
                return Long.compareUnsigned(number[i], other[i]) < 0;
            }
        }
        return false;
    }

    /** Returns 1 if a sum of two words, of which one is given, did not fit into a word. */
    private static long carryOf(long sum, long summand) {
        return Long.compareUnsigned(sum, summand) < 0 ? 1 : 0;
    }
}
