package dev.butlerlabs.core.identity.change;

import java.util.regex.Pattern;

/** The limits of a team that one value describes. */
public enum TeamLimit {
    CLUSTERS("--max-clusters", "maxClusters", true),
    NODES("--max-nodes", "maxTotalNodes", true),
    NODES_PER_CLUSTER("--max-nodes-per-cluster", "maxNodesPerCluster", true),
    CPU("--max-cpu", "maxCPUCores", false),
    MEMORY("--max-memory", "maxMemory", false),
    STORAGE("--max-storage", "maxStorage", false);

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,9})?(m|k|M|G|T|P|Ki|Mi|Gi|Ti|Pi)?");

    private final String flag;
    private final String field;
    private final boolean whole;

    TeamLimit(String flag, String field, boolean whole) {
        this.flag = flag;
        this.field = field;
        this.whole = whole;
    }

    /** Returns the option of the command line. */
    String flag() {
        return flag;
    }

    /** Returns the field in {@code spec.resourceLimits}. */
    String field() {
        return field;
    }

    boolean accepts(String text) {
        return MergeFields.NONE.equals(text)
                || (whole ? NUMBER : AMOUNT).matcher(text).matches();
    }

    /** Returns what a value must look like. */
    String rule() {
        return whole ? "must be a whole number or none" : "must be an amount such as 32 or 64Gi, or none";
    }

    /** Returns the value as the API stores it. */
    Object value(String text) {
        return whole && !MergeFields.NONE.equals(text) ? Integer.valueOf(text) : text;
    }
}
