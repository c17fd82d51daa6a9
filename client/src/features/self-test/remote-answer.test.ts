import { expect, it } from 'vitest';
import type { TransportOptions } from '#protocol/media.ts';
import { remoteAnswer } from './remote-answer.ts';
import { relayName } from './turn-check.ts';

const transport: TransportOptions = {
  id: 'transport',
  iceParameters: { usernameFragment: 'ufrag', password: 'password', iceLite: true },
  iceCandidates: [
    {
      foundation: 'tcpcandidate',
      priority: 1076276479,
      address: '192.0.2.1',
      ip: '192.0.2.1',
      protocol: 'tcp',
      port: 40000,
      type: 'host',
      tcpType: 'passive',
    },
  ],
  dtlsParameters: { role: 'auto', fingerprints: [{ algorithm: 'sha-256', value: 'AB:CD' }] },
};

it('answers the section of the offer with the ends of the transport', () => {
  const lines = remoteAnswer('v=0\r\na=mid:data\r\n', transport).split('\r\n');
  expect(lines).toContain('a=mid:data');
  expect(lines).toContain('a=group:BUNDLE data');
  expect(lines).toContain('a=ice-ufrag:ufrag');
  expect(lines).toContain('a=fingerprint:sha-256 AB:CD');
  expect(lines).toContain(
    'a=candidate:tcpcandidate 1 tcp 1076276479 192.0.2.1 40000 typ host tcptype passive',
  );
});

it.each([
  ['turn:turn.example.com', 'UDP'],
  ['turn:turn.example.com?transport=udp', 'UDP'],
  ['turn:turn.example.com?transport=tcp', 'TCP'],
  ['turns:turn.example.com', 'TLS'],
])('%s is reached over %s', (url, name) => {
  expect(relayName(url)).toBe(name);
});
