package dev.butlerlabs.core.embedded.identity;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Authenticates client certificates that were signed by one certificate authority. */
final class ClientCertificateAuthority {
    private static final Set<String> FOR_CLIENTS = Set.of("1.3.6.1.5.5.7.3.2", "2.5.29.37.0");

    private final X509Certificate authority;

    ClientCertificateAuthority(X509Certificate authority) {
        this.authority = authority;
    }

    X509Certificate certificate() {
        return authority;
    }

    /** Returns the user of a certificate chain, the client's own certificate first; empty if the chain is not valid at this time. */
    Optional<RequestUser> caller(List<X509Certificate> chain, Instant now) {
        if (chain.isEmpty() || !isSignedHere(chain, now) || !isForClients(chain.getFirst())) {
            return Optional.empty();
        }
        String subject = chain.getFirst().getSubjectX500Principal().getName();
        return Optional.of(new RequestUser(
                attributes(subject, "CN").stream().findFirst().orElse(""), new HashSet<>(attributes(subject, "O"))));
    }

    private boolean isSignedHere(List<X509Certificate> chain, Instant now) {
        try {
            PKIXParameters rules = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
            rules.setRevocationEnabled(false);
            rules.setDate(Date.from(now));
            authority.checkValidity(Date.from(now));
            List<X509Certificate> below =
                    chain.stream().filter(one -> !one.equals(authority)).toList();
            CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(below), rules);
            return !below.isEmpty();
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean isForClients(X509Certificate certificate) {
        try {
            Collection<String> uses = certificate.getExtendedKeyUsage();
            return uses == null || uses.stream().anyMatch(FOR_CLIENTS::contains);
        } catch (CertificateParsingException e) {
            return false;
        }
    }

    private static List<String> attributes(String subject, String type) {
        try {
            List<Rdn> parts = new LdapName(subject).getRdns();
            return parts.stream().flatMap(part -> values(part, type).stream()).toList();
        } catch (InvalidNameException e) {
            return List.of();
        }
    }

    /** Returns all attributes of a type, because a relative distinguished name can have several of them. */
    private static List<String> values(Rdn part, String type) {
        Attribute found = part.toAttributes().get(type);
        if (found == null) {
            return List.of();
        }
        Set<String> values = new HashSet<>();
        try (Values all = new Values(found.getAll())) {
            while (all.names().hasMore()) {
                values.add(String.valueOf(all.names().next()));
            }
        } catch (NamingException e) {
            return List.of();
        }
        return List.copyOf(values);
    }

    private record Values(NamingEnumeration<?> names) implements AutoCloseable {
        @Override
        public void close() throws NamingException {
            names.close();
        }
    }
}
