import { expect, it } from 'vitest';
import { isAllowedOrigin } from './origin.ts';

const settings = { publicUrl: 'https://hibiki.example.org', corsOrigins: ['https://console.example.org'] };
const mayOpen = (origin: string | undefined) => isAllowedOrigin(origin, 'internal:3000', settings);

it('lets pages of this host, of PUBLIC_URL and of CORS_ORIGINS open the socket, and programs', () => {
  for (const origin of [
    'http://internal:3000',
    'https://hibiki.example.org',
    'https://console.example.org',
    undefined,
  ]) {
    expect([origin, mayOpen(origin)]).toEqual([origin, true]);
  }
});

it('lets no other page', () => {
  for (const origin of [
    'https://evil.example',
    'http://console.example.org',
    'null',
    '',
    'https://hibiki.example.org.evil.example',
  ]) {
    expect([origin, mayOpen(origin)]).toEqual([origin, false]);
  }
});
