import type { CertificateRow } from '../api/types';
import { useResource } from '../live/hooks';
import { Page } from '../ui/page';
import { Loader } from '../ui/parts';
import { CertificateTable } from './certificate-parts';

interface ManagementCertificates {
  items: CertificateRow[];
  unread: { name: string; reason: string; command?: string }[];
}

/** The certificates that the Kubernetes API returns to the user; the page names those that it does not. */
export function CertificatesPage() {
  const certificates = useResource<ManagementCertificates>('/api/management/certificates');
  return (
    <Page title="Certificates">
      <Loader what="the certificates of the management cluster" from={certificates}>
        {(data) => (
          <>
            <CertificateTable rows={data.items} subject="the management cluster" />
            <section class="after-table" aria-labelledby="unread">
              <h2 id="unread">Not shown here</h2>
              <ul>
                {data.unread.map((part) => <li><strong>{part.name}</strong>: {part.reason}.{part.command && <> Run <code>{part.command}</code>.</>}</li>)}
              </ul>
              <p class="soft">Client certificates and CAs are renewed with <code>butleradm certs rotate</code>, which changes the machines.</p>
            </section>
          </>
        )}
      </Loader>
    </Page>
  );
}
