package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A task of a node. Guarded by the lock of the cluster. */
final class PveTask {
    final String upid;
    final String node;
    final String type;
    final String object;
    final int pid;
    final long startTime;
    final List<String> log = new ArrayList<>();

    /** VM ID that a clone creates, and the name it gets. */
    int newId;

    String newName = "";

    /** Result; empty while the task is running. */
    String exitStatus = "";

    long endTime;

    PveTask(String node, int number, String type, String object, long now) {
        this.node = node;
        this.type = type;
        this.object = object;
        this.pid = 1000 + number;
        this.startTime = now;
        this.upid =
                "UPID:%s:%08X:%08X:%08X:%s:%s:%s:".formatted(node, pid, number, now, type, object, PveAccess.TOKEN_ID);
    }

    boolean isRunning() {
        return exitStatus.isEmpty();
    }

    /** Returns the task as in a list. */
    ObjectNode listed() {
        ObjectNode entry = described();
        if (isRunning()) {
            entry.put("status", "RUNNING");
        } else {
            entry.put("status", exitStatus).put("endtime", endTime);
        }
        return entry;
    }

    ObjectNode status() {
        ObjectNode status = described().put("status", isRunning() ? "running" : "stopped");
        return isRunning() ? status : status.put("exitstatus", exitStatus);
    }

    private ObjectNode described() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("upid", upid)
                .put("node", node)
                .put("pid", pid)
                .put("pstart", pid)
                .put("starttime", startTime)
                .put("type", type)
                .put("id", object)
                .put("user", PveAccess.USER)
                .put("tokenid", PveAccess.TOKEN_NAME);
    }
}
