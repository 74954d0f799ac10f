package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedirectResultTest {
    private static final String ISSUER = "https://sso.example.com";

    private static RedirectResult of(String query) {
        return RedirectResult.of(query, "st/ate", ISSUER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "code=c%2B1&state=st%2Fate",
                "state=st/ate&code=c%2B1&iss=https%3A%2F%2Fsso.example.com",
                "code=c%2B1&code=other&state=st/ate"
            })
    void acceptsTheCodeOfThisLogin(String query) {
        assertEquals(new RedirectResult.Code("c+1"), of(query));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "code=c",
                "code=c&state=other",
                "error=access_denied&state=other",
                "state=st/ate",
                "code=&state=st/ate",
                "code=%zz&state=st/ate",
                "code=c&state=st/ate&iss=https://evil.example.com"
            })
    void continuesToWaitAfterARequestOfOthers(String query) {
        assertInstanceOf(RedirectResult.Unrelated.class, of(query));
    }

    @Test
    void reportsTheErrorOfTheProviderWithoutControlCharacters() {
        assertEquals(
                new RedirectResult.Refused(new TokenResult.Rejected("access_denied", "not  [31mtoday")),
                of("error=access_denied&error_description=not+%1B%5B31mtoday%0A&state=st/ate"));
    }
}
