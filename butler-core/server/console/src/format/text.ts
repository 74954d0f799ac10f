/** `1 worker`, `3 workers`. */
export function count(n: number, noun: string): string {
  return `${number(n)} ${noun}${n === 1 ? '' : 's'}`;
}

export function number(n: number): string {
  return n.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

const ACRONYMS = new Set(['api', 'aws', 'cidr', 'cni', 'cpu', 'dns', 'gcp', 'id', 'ip', 'lb', 'mtu', 'oidc', 'os', 'ssh', 'tls', 'url', 'uuid', 'vlan', 'vm']);
const NAMES: Record<string, string> = { gitops: 'GitOps', certmanager: 'Certificates', loadbalancer: 'Load balancer' };

/** `loadBalancerIPs` as `Load balancer IPs`. */
export function words(camelCase: string): string {
  const name = NAMES[camelCase];
  if (name) return name;
  const parts = camelCase.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z]{2,})/g, '$1 $2').split(/[ _-]+/);
  const text = parts.map(word).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function word(part: string): string {
  if (/^[A-Z]{2,}s?$/.test(part)) return part;
  return ACRONYMS.has(part.toLowerCase()) ? part.toUpperCase() : part.toLowerCase();
}

/** A rounded percentage that is 0 or 100 only if nothing or everything is used. */
export function percent(used: number, total: number): number {
  if (total <= 0) return used > 0 ? 100 : 0;
  const exact = (used / total) * 100;
  if (exact > 0 && exact < 1) return 1;
  return exact > 99 && exact < 100 ? 99 : Math.round(exact);
}
