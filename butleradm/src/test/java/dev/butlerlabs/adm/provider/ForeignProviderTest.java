package dev.butlerlabs.adm.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.clusterapi.TenantAddresses;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import dev.butlerlabs.core.tenant.render.TenantRenderer;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider in a jar that is not part of the build serves machines and tenant clusters. */
@Tag("process")
class ForeignProviderTest {
    private static final Path TOY = ProjectRoot.find().resolve("butler-sim/src/test");

    @TempDir
    Path scratch;

    private Path jar;

    @BeforeEach
    void packageTheToyProvider() throws IOException {
        Path classes = Files.createDirectory(scratch.resolve("classes"));
        compile(classes);
        jar = scratch.resolve("toy-provider.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            add(out, classes);
            add(out, TOY.resolve("resources"));
        }
    }

    @Test
    void bootstrapPlansMachinesOnIt() throws Exception {
        Path file = Files.writeString(scratch.resolve("toy.yaml"), """
                provider: toy
                cluster: {name: toys, topology: single-node, controlPlane: {replicas: 1, cpu: 4, memoryMB: 8192, diskGB: 50}}
                network: {vip: 192.0.2.10, loadBalancerPool: {start: 192.0.2.20, end: 192.0.2.40}}
                providerConfig: {toy: {address: toy-1, token: secret}}
                """);

        String plan = run("dev.butlerlabs.adm.Butleradm", "bootstrap", "toy", "-c", file.toString(), "--dry-run");

        assertThat(plan).contains("Cluster toys on toy: 1 machine.");
    }

    @Test
    void tenantClustersAreRenderedForIt() throws Exception {
        String kinds = run(RenderedKinds.class.getName());

        assertThat(kinds.lines()).containsExactly("ToyCluster", "ToyMachineTemplate");
    }

    /** Prints the kinds of a tenant cluster's infrastructure objects. */
    static final class RenderedKinds {
        private RenderedKinds() {}

        public static void main(String[] arguments) {
            ProviderConfig provider = Serialization.unmarshal("""
                    apiVersion: butler.butlerlabs.dev/v1alpha1
                    kind: ProviderConfig
                    metadata: {name: toy, namespace: butler-system}
                    spec: {provider: toy}
                    """, ProviderConfig.class);
            TenantCluster cluster = Serialization.unmarshal("""
                    apiVersion: butler.butlerlabs.dev/v1alpha1
                    kind: TenantCluster
                    metadata: {name: demo, namespace: team-a, uid: 3f1c9a52-7d0e-4c1b-9a55-0c2d7e1b8f64}
                    spec: {kubernetesVersion: v1.31.4, workers: {replicas: 2}}
                    """, TenantCluster.class);
            RenderedTenantObjects objects = TenantRenderer.of(provider, Optional.empty(), kinds -> true)
                    .render(new TenantRenderInput(
                            cluster,
                            provider,
                            new Credentials(Map.of()),
                            Optional.empty(),
                            TenantAddresses.none(),
                            Optional.empty()));
            System.out.println(objects.infrastructure().getKind());
            System.out.println(objects.machineTemplate().getKind());
        }
    }

    private String run(String main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                jar + File.pathSeparator + System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("BUTLER_HOME", scratch.resolve("home").toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    private static void compile(Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> sources = Files.list(TOY.resolve("java/dev/butlerlabs/sim/toy"))) {
            List<Path> toy = sources.filter(
                            file -> file.getFileName().toString().startsWith("Toy"))
                    .toList();
            assertThat(compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-proc:none", "-d", classes.toString()),
                                    null,
                                    files.getJavaFileObjectsFromPaths(toy))
                            .call())
                    .isTrue();
        }
    }

    private static void add(JarOutputStream out, Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                out.putNextEntry(new JarEntry(root.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}
