package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.RestRequest;

/**
 * A task of a node, identified by its UPID.
 *
 * @param type such as {@code qmclone} or {@code qmstart}
 * @param object object of the task: the VM ID; for a clone, that of its template; for a download, the file name
 */
record ProxmoxTask(String upid, String node, String type, String object) {
    static final String CLONE = "qmclone";
    static final String CREATE = "qmcreate";
    static final String START = "qmstart";
    static final String DESTROY = "qmdestroy";
    static final String DOWNLOAD = "download";
    static final String COPY_IMAGE = "imgcopy";

    /** Number of parts of {@code UPID:node:pid:pstart:starttime:type:id:user:}, the empty last one not counted. */
    private static final int PARTS = 8;

    /** @throws ButlerException with PROVIDER_TROUBLED if the text is not a UPID */
    static ProxmoxTask parse(String upid) {
        String[] parts = upid.split(":", -1);
        if (parts.length < PARTS || !parts[0].equals("UPID")) {
            throw new ButlerException(
                    ErrorCode.PROVIDER_TROUBLED, "Proxmox VE accepted the request but returned no task.");
        }
        return new ProxmoxTask(upid, parts[1], parts[5], parts[6]);
    }

    String path() {
        return "/nodes/" + node + "/tasks/" + RestRequest.encode(upid);
    }
}
