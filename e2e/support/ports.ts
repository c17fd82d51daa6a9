import { createServer } from 'node:net';

/** A port that is free now, on all interfaces. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('No port'));
      server.close(() => resolve(address.port));
    });
  });
