// Starts the mock server for development: npm run mock, then npm run dev. For tests and development only.
import { MockServer, TOKENS } from './server.mjs';

const port = Number(process.env.PORT ?? 8085);
const server = await new MockServer({ total: Number(process.env.CLUSTERS ?? 1_200), stepMillis: 1_000 }).start(port);
console.log(`mock of the console server: ${server.url}; tokens: ${Object.keys(TOKENS).join(', ')}`);
