package trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sun.misc.Unsafe;

/** Does what was asked for by reflection, and notes it, one line each. */
public final class Reached {
    private static final Set<String> NOTES = ConcurrentHashMap.newKeySet();

    private static volatile Path written;

    private Reached() {}

    static void note(String... words) {
        if (NOTES.add(String.join(" ", words)) && written != null) {
            write(written);
        }
    }

    /** What other shutdown hooks still reach is written by {@link #note}. */
    static synchronized void write(Path file) {
        written = file;
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, new TreeSet<>(NOTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Instead(of = Class.class, isStatic = true)
    public static Class<?> forName(String name) throws ClassNotFoundException {
        return type(Class.forName(name, true, ClassLoader.getSystemClassLoader()));
    }

    @Instead(of = Class.class, isStatic = true)
    public static Class<?> forName(String name, boolean initialize, ClassLoader loader) throws ClassNotFoundException {
        return type(Class.forName(name, initialize, loader));
    }

    @Instead(of = ClassLoader.class)
    public static Class<?> loadClass(ClassLoader on, String name) throws ClassNotFoundException {
        return type(on.loadClass(name));
    }

    @Instead(of = Class.class)
    public static Method getDeclaredMethod(Class<?> on, String name, Class<?>... parameters) throws NoSuchMethodException {
        return method(type(on).getDeclaredMethod(name, parameters));
    }

    @Instead(of = Class.class)
    public static Method getMethod(Class<?> on, String name, Class<?>... parameters) throws NoSuchMethodException {
        return method(type(on).getMethod(name, parameters));
    }

    @Instead(of = Class.class)
    public static Constructor<?> getDeclaredConstructor(Class<?> on, Class<?>... parameters) throws NoSuchMethodException {
        return constructor(type(on).getDeclaredConstructor(parameters));
    }

    @Instead(of = Class.class)
    public static Constructor<?> getConstructor(Class<?> on, Class<?>... parameters) throws NoSuchMethodException {
        return constructor(type(on).getConstructor(parameters));
    }

    @Instead(of = Class.class)
    public static Field getDeclaredField(Class<?> on, String name) throws NoSuchFieldException {
        return field(type(on).getDeclaredField(name));
    }

    @Instead(of = Class.class)
    public static Field getField(Class<?> on, String name) throws NoSuchFieldException {
        return field(type(on).getField(name));
    }

    @Instead(of = Class.class)
    public static Method[] getDeclaredMethods(Class<?> on) {
        return type(on).getDeclaredMethods();
    }

    @Instead(of = Class.class)
    public static Method[] getMethods(Class<?> on) {
        return type(on).getMethods();
    }

    @Instead(of = Class.class)
    public static Constructor<?>[] getDeclaredConstructors(Class<?> on) {
        return type(on).getDeclaredConstructors();
    }

    @Instead(of = Class.class)
    public static Constructor<?>[] getConstructors(Class<?> on) {
        return type(on).getConstructors();
    }

    @Instead(of = Class.class)
    public static Field[] getDeclaredFields(Class<?> on) {
        return type(on).getDeclaredFields();
    }

    @Instead(of = Class.class)
    public static Field[] getFields(Class<?> on) {
        return type(on).getFields();
    }

    @Instead(of = Class.class)
    public static RecordComponent[] getRecordComponents(Class<?> on) {
        return type(on).getRecordComponents();
    }

    @Instead(of = Method.class)
    public static Object invoke(Method on, Object receiver, Object... arguments) throws IllegalAccessException, InvocationTargetException {
        return reachable(method(on)).invoke(receiver, arguments);
    }

    @Instead(of = Constructor.class)
    public static Object newInstance(Constructor<?> on, Object... arguments) throws ReflectiveOperationException {
        return reachable(constructor(on)).newInstance(arguments);
    }

    @Instead(of = Field.class)
    public static Object get(Field on, Object receiver) throws IllegalAccessException {
        return reachable(field(on)).get(receiver);
    }

    @Instead(of = Field.class)
    public static void set(Field on, Object receiver, Object value) throws IllegalAccessException {
        reachable(field(on)).set(receiver, value);
    }

    @Instead(of = Unsafe.class)
    public static long objectFieldOffset(Unsafe on, Field field) {
        return on.objectFieldOffset(field(field));
    }

    @Instead(of = Unsafe.class)
    public static Object allocateInstance(Unsafe on, Class<?> type) throws InstantiationException {
        note("unsafe", type.getTypeName());
        return on.allocateInstance(type);
    }

    @Instead(of = MethodHandles.Lookup.class)
    public static MethodHandle findVirtual(MethodHandles.Lookup on, Class<?> type, String name, MethodType signature) throws ReflectiveOperationException {
        note(type, name, signature);
        return on.findVirtual(type, name, signature);
    }

    @Instead(of = MethodHandles.Lookup.class)
    public static MethodHandle findStatic(MethodHandles.Lookup on, Class<?> type, String name, MethodType signature) throws ReflectiveOperationException {
        note(type, name, signature);
        return on.findStatic(type, name, signature);
    }

    @Instead(of = MethodHandles.Lookup.class)
    public static MethodHandle findConstructor(MethodHandles.Lookup on, Class<?> type, MethodType signature) throws ReflectiveOperationException {
        note(type, "<init>", signature);
        return on.findConstructor(type, signature);
    }

    @Instead(of = MethodHandles.Lookup.class)
    public static MethodHandle unreflect(MethodHandles.Lookup on, Method method) throws IllegalAccessException {
        return on.unreflect(method(method));
    }

    @Instead(of = MethodHandles.Lookup.class)
    public static VarHandle findVarHandle(MethodHandles.Lookup on, Class<?> type, String name, Class<?> kind) throws ReflectiveOperationException {
        note("field", type.getTypeName(), name);
        return on.findVarHandle(type, name, kind);
    }

    @Instead(of = Proxy.class, isStatic = true)
    public static Object newProxyInstance(ClassLoader loader, Class<?>[] interfaces, InvocationHandler handler) {
        note("proxy", names(interfaces));
        return Proxy.newProxyInstance(loader, interfaces, handler);
    }

    @Instead(of = ResourceBundle.class, isStatic = true)
    public static ResourceBundle getBundle(String name) {
        note("bundle", name);
        return ResourceBundle.getBundle(name);
    }

    @Instead(of = ResourceBundle.class, isStatic = true)
    public static ResourceBundle getBundle(String name, Locale locale) {
        note("bundle", name);
        return ResourceBundle.getBundle(name, locale);
    }

    @Instead(of = Class.class)
    public static URL getResource(Class<?> on, String name) {
        return found(absolute(on, name), on.getResource(name));
    }

    @Instead(of = Class.class)
    public static InputStream getResourceAsStream(Class<?> on, String name) {
        return found(absolute(on, name), on.getResourceAsStream(name));
    }

    @Instead(of = ClassLoader.class)
    public static URL getResource(ClassLoader on, String name) {
        return found(name, on.getResource(name));
    }

    @Instead(of = ClassLoader.class)
    public static InputStream getResourceAsStream(ClassLoader on, String name) {
        return found(name, on.getResourceAsStream(name));
    }

    @Instead(of = ClassLoader.class)
    public static Enumeration<URL> getResources(ClassLoader on, String name) throws IOException {
        Enumeration<URL> all = on.getResources(name);
        found(name, all.hasMoreElements() ? all : null);
        return all;
    }

    private static void note(Class<?> type, String name, MethodType signature) {
        note("method", type.getTypeName(), name, names(signature.parameterArray()));
    }

    private static Class<?> type(Class<?> type) {
        note("type", type.getTypeName());
        return type;
    }

    private static Method method(Method method) {
        note("method", method.getDeclaringClass().getTypeName(), method.getName(), names(method.getParameterTypes()));
        return method;
    }

    private static Constructor<?> constructor(Constructor<?> constructor) {
        note("method", constructor.getDeclaringClass().getTypeName(), "<init>", names(constructor.getParameterTypes()));
        return constructor;
    }

    private static Field field(Field field) {
        note("field", field.getDeclaringClass().getTypeName(), field.getName());
        return field;
    }

    /** What the caller may reach, this class may not have been allowed to. */
    private static <T extends AccessibleObject> T reachable(T member) {
        try {
            member.setAccessible(true);
        } catch (InaccessibleObjectException closed) {
            // Then it is public, or the caller would not have got here.
        }
        return member;
    }

    private static <T> T found(String name, T resource) {
        if (resource != null) {
            note("resource", name);
        }
        return resource;
    }

    private static String absolute(Class<?> from, String name) {
        return name.startsWith("/") ? name.substring(1) : from.getPackageName().replace('.', '/') + "/" + name;
    }

    private static String names(Class<?>[] types) {
        return Stream.of(types).map(Class::getTypeName).collect(Collectors.joining(","));
    }
}
