package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The tool leaves out libraries of the core; this follows its classes to see that it can. */
class ClassPathTest {
    private static final List<String> LEFT_OUT = List.of(
            "com/github/dockerjava/",
            "com/google/protobuf/",
            "dev/cel/",
            "io/grpc/",
            "io/helidon/",
            "io/javaoperatorsdk/",
            "org/bouncycastle/");

    @Test
    void nothingReachableNeedsALibraryThatIsLeftOut() throws IOException {
        Set<String> needed = new TreeSet<>();
        Set<String> seen = new TreeSet<>();
        Deque<String> toDo = new ArrayDeque<>(List.of(Butlerctl.class.getName().replace('.', '/')));
        while (!toDo.isEmpty()) {
            String from = toDo.remove();
            if (!seen.add(from)) {
                continue;
            }
            for (String name : mentionedBy(from)) {
                if (name.startsWith("dev/butlerlabs/")) {
                    toDo.add(name);
                } else if (LEFT_OUT.stream().anyMatch(name::startsWith)) {
                    needed.add(from + " needs " + name);
                }
            }
        }
        assertThat(seen).contains("dev/butlerlabs/core/cli/ToolRunner").hasSizeGreaterThan(20);
        assertThat(needed).isEmpty();
    }

    private static List<String> mentionedBy(String name) throws IOException {
        try (InputStream file = ClassPathTest.class.getResourceAsStream("/" + name + ".class")) {
            assertThat(file).as(name).isNotNull();
            return StreamSupport.stream(
                            ClassFile.of()
                                    .parse(file.readAllBytes())
                                    .constantPool()
                                    .spliterator(),
                            false)
                    .filter(ClassEntry.class::isInstance)
                    .map(entry -> ((ClassEntry) entry).asInternalName())
                    .filter(mentioned -> !mentioned.startsWith("["))
                    .toList();
        }
    }
}
