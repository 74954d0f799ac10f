export class MockServer {
  constructor(options?: { total?: number; stepMillis?: number; mode?: 'cluster' | 'loopback'; delayMillis?: number });
  url: string;
  mode: 'cluster' | 'loopback';
  delayMillis: number;
  platform: { clusters: Map<string, unknown> };
  start(port?: number): Promise<MockServer>;
  stop(): Promise<void>;
  /** Breaks the connection of every stream. */
  dropStreams(): void;
  endSessions(): void;
}
export const TOKENS: Record<string, { name: string; role: string; namespaces?: string[] }>;
