package dev.butlerlabs.core.talos.secrets;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Searches for large random primes p with a given number of bits, of which the first two are set, for which p - 1 and a given prime have no common factor. The result depends
 * on the random numbers only, not on the number of processors. Not thread-safe.
 */
final class PrimeSearch {
    /** Skips 95 of 100 numbers. Larger factors cost more than the tests that they save. */
    private static final int LARGEST_FACTOR = 1 << 17;

    /** The odd numbers after a random one among which a prime is searched; one of 700 is prime. */
    private static final int WINDOW = 1 << 14;

    /** As the JDK for RSA keys: the probability of an error is below 2^-100. */
    private static final int CERTAINTY = 100;

    private final int bits;
    private final BigInteger coprime;
    private final SecureRandom random;
    private final int[] factors = oddPrimes(LARGEST_FACTOR);

    /** @param bits a multiple of 64 */
    PrimeSearch(int bits, BigInteger coprime, SecureRandom random) {
        this.bits = bits;
        this.coprime = coprime;
        this.random = random;
    }

    /** Returns the first prime after a random number. */
    BigInteger next() {
        while (true) {
            BigInteger start = new BigInteger(bits, random)
                    .setBit(bits - 1)
                    .setBit(bits - 2)
                    .setBit(0);
            Optional<BigInteger> prime = firstPrime(candidates(start));
            if (prime.isPresent()) {
                return prime.get();
            }
        }
    }

    private List<BigInteger> candidates(BigInteger start) {
        BitSet composite = new BitSet(WINDOW);
        int[] words = words(start);
        for (int factor : factors) {
            int remainder = remainder(words, factor);
            // The first i for which the factor divides start + 2i.
            long first = (long) (factor - remainder) * ((factor + 1) / 2) % factor;
            for (int i = (int) first; i < WINDOW; i += factor) {
                composite.set(i);
            }
        }
        List<BigInteger> candidates = new ArrayList<>();
        for (int i = composite.nextClearBit(0); i < WINDOW; i = composite.nextClearBit(i + 1)) {
            BigInteger candidate = start.add(BigInteger.valueOf(2L * i));
            if (candidate.bitLength() == bits && !candidate.mod(coprime).equals(BigInteger.ONE)) {
                candidates.add(candidate);
            }
        }
        return candidates;
    }

    /** Returns words of 32 bits, the most significant one first. */
    private int[] words(BigInteger number) {
        int[] words = new int[bits / Integer.SIZE];
        for (int i = 0; i < words.length; i++) {
            words[i] = number.shiftRight((words.length - 1 - i) * Integer.SIZE).intValue();
        }
        return words;
    }

    private static int remainder(int[] words, int divisor) {
        long remainder = 0;
        for (int word : words) {
            remainder = (remainder << Integer.SIZE | Integer.toUnsignedLong(word)) % divisor;
        }
        return (int) remainder;
    }

    /** All processors test candidates, in their order, until the first prime is known. */
    private Optional<BigInteger> firstPrime(List<BigInteger> candidates) {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger first = new AtomicInteger(candidates.size());
        Runnable test = () -> {
            FermatTest fermat = new FermatTest(bits);
            for (int i = next.getAndIncrement(); i < first.get(); i = next.getAndIncrement()) {
                BigInteger candidate = candidates.get(i);
                if (fermat.passes(candidate) && candidate.isProbablePrime(CERTAINTY)) {
                    first.accumulateAndGet(i, Math::min);
                }
            }
        };
        onAllProcessors(test);
        return first.get() < candidates.size() ? Optional.of(candidates.get(first.get())) : Optional.empty();
    }

    private static void onAllProcessors(Runnable test) {
        int others = Runtime.getRuntime().availableProcessors() - 1;
        // Virtual threads would keep others from running, since the search does not wait.
        try (ExecutorService threads = Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("prime-search").factory())) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < others; i++) {
                running.add(threads.submit(test));
            }
            test.run();
            for (Future<?> thread : running) {
                thread.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("testing a number failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while searching for a prime", e);
        }
    }

    private static int[] oddPrimes(int limit) {
        BitSet composite = new BitSet(limit);
        for (int factor = 3; factor * factor < limit; factor = composite.nextClearBit(factor + 1)) {
            for (int multiple = factor * factor; multiple < limit; multiple += factor) {
                composite.set(multiple);
            }
        }
        composite.set(0, 3);
        composite.flip(0, limit);
        return composite.stream().filter(number -> number % 2 == 1).toArray();
    }
}
