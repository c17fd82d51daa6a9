import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('refuses a METRICS_TOKEN that cannot be sent as a bearer token', () => {
  expect(() => readConfig({ METRICS_TOKEN: 'a token for metrics' })).toThrow(
    'METRICS_TOKEN must be made of letters, digits and -._~+/',
  );
  expect(readConfig({ METRICS_TOKEN: 'token-for-metrics==' }).metricsToken).toBe('token-for-metrics==');
});
