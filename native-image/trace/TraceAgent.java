package trace;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Sends the reflective calls of every class outside the JDK through {@link Reached}, which notes them. */
public final class TraceAgent implements ClassFileTransformer {
    private static final ClassDesc REACHED = ClassDesc.of(Reached.class.getName());

    /** Reads what it needs to know of other classes; loading them here would load them too early. */
    private static final ClassFile CLASS_FILE = ClassFile.of(ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader())));

    private final Map<String, Method> replacements = new HashMap<>();

    private TraceAgent() {
        for (Method method : Reached.class.getDeclaredMethods()) {
            Instead instead = method.getAnnotation(Instead.class);
            if (instead != null) {
                replacements.put(replaced(method, instead), method);
            }
        }
    }

    /** The argument is a folder; each process writes a file of its own there when it ends. */
    public static void premain(String folder, Instrumentation instrumentation) {
        Path file = Path.of(folder, ProcessHandle.current().pid() + ".txt");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Reached.write(file)));
        instrumentation.addTransformer(new TraceAgent());
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> before, ProtectionDomain domain, byte[] bytes) {
        if (loader != ClassLoader.getSystemClassLoader() || name == null || name.startsWith("trace/")) {
            return null;
        }
        try {
            ClassModel model = CLASS_FILE.parse(bytes);
            return isConcerned(model)
                    ? CLASS_FILE.transformClass(model, ClassTransform.transformingMethodBodies(this::replace))
                    : null;
        } catch (RuntimeException | LinkageError e) {
            Reached.note("unseen", name, e.toString());
            return null;
        }
    }

    private boolean isConcerned(ClassModel model) {
        for (var entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member && replacement(member).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** The receiver becomes the first argument, so that the stack stays as it was. */
    private void replace(CodeBuilder code, CodeElement element) {
        Optional<Method> found = element instanceof InvokeInstruction call && call.opcode() != Opcode.INVOKESPECIAL
                ? replacement(call.method())
                : Optional.empty();
        found.ifPresentOrElse(
                method -> code.invokestatic(REACHED, method.getName(), MethodTypeDesc.ofDescriptor(descriptor(method))),
                () -> code.with(element));
    }

    private Optional<Method> replacement(MemberRefEntry member) {
        return Optional.ofNullable(replacements.get(
                member.owner().asInternalName() + "." + member.name().stringValue() + member.type().stringValue()));
    }

    private static String replaced(Method method, Instead instead) {
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(descriptor(method));
        MethodTypeDesc original = instead.isStatic() ? type : type.dropParameterTypes(0, 1);
        return instead.of().getName().replace('.', '/') + "." + method.getName() + original.descriptorString();
    }

    private static String descriptor(Method method) {
        return java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes()).descriptorString();
    }
}
