import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Writes a copy of a jar whose classes of Java 5 and older have the format of Java 11: an AOT cache leaves out classes of the old format, since they have
 * no stack maps and are verified in another way. The code is not changed.
 */
final class ClassFileUpgrade {
    private static final int FIRST_WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;

    private final Map<String, byte[]> entries;
    private final ClassFile format;

    private ClassFileUpgrade(Map<String, byte[]> entries) {
        this.entries = entries;
        this.format = ClassFile.of(
                ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(this::resource)
                        .orElse(ClassHierarchyResolver.defaultResolver())),
                StackMapsOption.GENERATE_STACK_MAPS,
                // Otherwise code that is not transformed is copied without stack maps.
                ConstantPoolSharingOption.NEW_POOL);
    }

    public static void main(String[] arguments) throws IOException {
        Path target = Path.of(arguments[1]);
        Path written = Files.createTempFile(target.toAbsolutePath().getParent(), "upgrade", ".tmp");
        new ClassFileUpgrade(read(Path.of(arguments[0]))).write(written);
        Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Map<String, byte[]> read(Path jar) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(jar))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    private ByteArrayInputStream resource(ClassDesc type) {
        String descriptor = type.descriptorString();
        return Optional.ofNullable(entries.get(descriptor.substring(1, descriptor.length() - 1) + ".class"))
                .map(ByteArrayInputStream::new)
                .orElse(null);
    }

    private void write(Path jar) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(isOldClass(entry) ? upgraded(entry.getValue()) : entry.getValue());
                zip.closeEntry();
            }
        }
    }

    private static boolean isOldClass(Map.Entry<String, byte[]> entry) {
        return entry.getKey().endsWith(".class") && entry.getValue()[7] < FIRST_WITH_STACK_MAPS;
    }

    private byte[] upgraded(byte[] content) {
        return format.transformClass(format.parse(content), (target, element) -> {
            if (element instanceof ClassFileVersion) {
                target.withVersion(ClassFile.JAVA_11_VERSION, 0);
            } else {
                target.with(element);
            }
        });
    }
}
