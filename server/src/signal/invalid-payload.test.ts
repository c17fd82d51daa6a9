import { Compile } from 'typebox/compile';
import { expect, it } from 'vitest';
import type { SignalRequestName } from '#protocol/signal/contract.ts';
import { signalRequests } from '#protocol/signal/contract.ts';
import { invalidPayload } from './invalid-payload.ts';

const violationsIn = (name: SignalRequestName, data: unknown) =>
  invalidPayload(Compile(signalRequests[name].payload).Errors(data)).violations;

it.each<[string, SignalRequestName, unknown, object]>([
  [
    'a value in a list that is none of those allowed',
    'manage.watch',
    { topics: ['calls', 'weather'], customerIds: null },
    {
      propertyPath: 'topics[1]',
      code: 'invalid',
      message: expect.stringMatching(/^The value must be one of: calls, /),
    },
  ],
  [
    'a missing field',
    'directCall.invite',
    {},
    { propertyPath: 'pairId', code: 'required', message: 'Fill in this field.' },
  ],
  [
    'a missing field within another one',
    'session.open',
    { credential: { kind: 'accessToken' } },
    { propertyPath: 'credential.token', code: 'required', message: 'Fill in this field.' },
  ],
  [
    'a value of the wrong type',
    'directCall.invite',
    { pairId: 7 },
    { propertyPath: 'pairId', code: 'invalid', message: 'The value must be of the type string.' },
  ],
])('%s is named as the API names it', (_, name, data, violation) => {
  const violations = violationsIn(name, data);
  expect(
    violations.filter(
      ({ propertyPath }) => 'propertyPath' in violation && propertyPath === violation.propertyPath,
    ),
  ).toEqual([violation]);
});

it('names each field once', () => {
  const topics = Array.from({ length: 40 }, (_, at) => `weather${at}`);
  const paths = violationsIn('manage.watch', { topics, customerIds: null }).map(
    ({ propertyPath }) => propertyPath,
  );
  expect(paths).toEqual([...new Set(paths)]);
});
