package dev.butlerlabs.core.provider.gcp;

/** Reads links of resources, whose host and API version differ. */
final class GcpPaths {
    private GcpPaths() {}

    /** Returns the path below the project, such as {@code zones/europe-west3-a/instances/demo-cp-0}. */
    static String belowProject(String link) {
        int start = link.indexOf("projects/");
        if (start < 0) {
            return link;
        }
        int project = start + "projects/".length();
        int end = link.indexOf('/', project);
        return end < 0 ? "" : link.substring(end + 1);
    }

    /** Returns the last segment, the name of the resource. */
    static String name(String link) {
        return link.substring(link.lastIndexOf('/') + 1);
    }

    /** Returns the zone of a zonal resource; empty text if it is not zonal. */
    static String zone(String link) {
        String path = belowProject(link);
        return path.startsWith("zones/") ? path.split("/", -1)[1] : "";
    }
}
