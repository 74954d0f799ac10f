package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.ExecResult;
import dev.butlerlabs.core.docker.StandInContainer;
import dev.butlerlabs.core.docker.StandInNode;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A node that boots, and in which kubeadm succeeds, unless told otherwise. Its API is an embedded one on the port it publishes. */
public final class ScriptedNode implements StandInNode {
    static final String CNI = """
            # would you kindly template this file
            # would you kindly patch this file
            apiVersion: v1
            kind: ServiceAccount
            metadata:
              name: kindnet
            ---
            apiVersion: apps/v1
            kind: DaemonSet
            metadata:
              name: kindnet
            spec:
              template:
                spec:
                  containers:
                  - name: kindnet-cni
                    env:
                    - name: POD_SUBNET
                      value: {{ .PodSubnet }}
            """;

    private final Map<String, EmbeddedApiServer> apis = new ConcurrentHashMap<>();
    private final Map<String, Runnable> beforeCommand = new ConcurrentHashMap<>();
    private final Map<String, ExecResult> results = new ConcurrentHashMap<>();
    private volatile Boot boot = Boot.WELL;

    /** How a node starts. */
    enum Boot {
        WELL,
        NEVER,
        ENDS
    }

    void boot(Boot how) {
        boot = how;
    }

    /** What the next command that begins with this word comes to. */
    void next(String word, ExecResult result) {
        results.put(word, result);
    }

    /** Done right before the next command that begins with this word. */
    void before(String word, Runnable action) {
        beforeCommand.put(word, action);
    }

    /** A port that somebody else took meanwhile is what Docker would complain of too. */
    @Override
    public Optional<String> start(StandInContainer container) {
        try {
            EmbeddedApiServer api =
                    EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withPort(container.port()));
            apis.put(container.name(), api);
            container.whenRemoved(api::close);
        } catch (RuntimeException e) {
            return Optional.of("driver failed: Bind for 127.0.0.1:%d failed: port is already allocated"
                    .formatted(container.port()));
        }
        container.files().put("/kind/version", "v1.31.2\n");
        container.files().put("/kind/manifests/default-cni.yaml", CNI);
        container.run();
        return Optional.empty();
    }

    /** Cut in the middle of what is looked for, as terminals do. */
    @Override
    public void log(StandInContainer container, OutputStream out, String follow) throws IOException {
        out.write("systemd 252 running\r\n".getBytes(StandardCharsets.UTF_8));
        if (boot == Boot.WELL) {
            out.write("[  OK  ] Reached target Multi-".getBytes(StandardCharsets.UTF_8));
            out.flush();
            out.write("User System.\r\n".getBytes(StandardCharsets.UTF_8));
        }
        out.flush();
        if (boot != Boot.ENDS && List.of("1", "true").contains(follow)) {
            container.awaitEnd();
        }
    }

    @Override
    public ExecResult run(StandInContainer container, List<String> command) {
        Optional.ofNullable(beforeCommand.remove(command.getFirst())).ifPresent(Runnable::run);
        ExecResult planned = results.remove(command.getFirst());
        if (planned != null) {
            return planned;
        }
        if (command.equals(List.of("cat", "/etc/kubernetes/admin.conf"))) {
            return new ExecResult(0, apis.get(container.name()).kubeconfig(), "");
        }
        if (command.getFirst().equals("cat")) {
            return new ExecResult(0, container.files().get(command.getLast()), "");
        }
        return new ExecResult(0, "done\n", "");
    }
}
