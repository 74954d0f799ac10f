import { seg } from './client';

export function clusterPath(namespace: string, name: string): string {
  return `/api/clusters/${seg(namespace)}/${seg(name)}`;
}
