package dev.butlerlabs.core.identity.login;

import java.net.URI;

/** Asks the user to act during a login. */
public interface LoginPrompt {
    /** Asks to open an address in a browser of this machine. */
    void openBrowser(URI address);

    /** Asks to enter the code of a device login in any browser. */
    void enterCode(DeviceAuthorization device);
}
