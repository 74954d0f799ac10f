package dev.butlerlabs.sim.gcp;

/** Renders and reads links of resources. Clients may refer to a resource by its URL or by any path that ends with the same segments. */
record GcpLinks(String project) {
    private static final String PREFIX = "https://www.googleapis.com/compute/v1/projects/";

    /** @param path path below the project */
    String of(String path) {
        return PREFIX + project + (path.isEmpty() ? "" : "/" + path);
    }

    /** Returns the path below the project of a reference in a request. */
    String path(String reference) {
        int start = reference.indexOf("projects/");
        if (start < 0) {
            return reference;
        }
        String rest = reference.substring(start + "projects/".length());
        int end = rest.indexOf('/');
        if (end < 0 || !rest.substring(0, end).equals(project)) {
            return "other-project/" + rest;
        }
        return rest.substring(end + 1);
    }
}
