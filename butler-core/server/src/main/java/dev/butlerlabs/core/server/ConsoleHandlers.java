package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.rest.LoginHandlers;
import dev.butlerlabs.core.server.rest.PermissionHandlers;
import dev.butlerlabs.core.server.rest.SessionHandlers;
import dev.butlerlabs.core.server.stream.StreamHandlers;

/** The handlers of the routes. */
record ConsoleHandlers(
        SessionHandlers sessions,
        LoginHandlers logins,
        PermissionHandlers permissions,
        StreamHandlers stream,
        ResourceHandlers resources) {}
