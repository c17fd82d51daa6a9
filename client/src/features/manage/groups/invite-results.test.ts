import { expect, test } from 'vitest';
import { askedFor, type Invitee, resultsOf, retryableOf, withRetry } from './invite-results.ts';

const AOI = '/api/v1/pairs/01920000-0000-7000-8000-00000000000a';
const KIOSK = '/api/v1/pairs/01920000-0000-7000-8000-00000000000b';
const aoi: Invitee = { kind: 'member', pair: AOI, label: 'aoi@example.com (Aoi)' };
const kiosk: Invitee = { kind: 'member', pair: KIOSK, label: 'HIBIKI00001' };
const guest: Invitee = { kind: 'guest', label: 'Guest@example.com' };
const everyone = [aoi, kiosk, guest];

test('everyone has a result, those who are not named by the server a good one', () => {
  const results = resultsOf(everyone, {
    invited: 1,
    failures: [
      { label: 'HIBIKI00001', pair: KIOSK, code: 'ERROR_GROUP_HAS_NO_EMAIL' },
      { label: 'guest@example.com', pair: null, code: 'ERROR_GROUP_MAIL_ERROR' },
    ],
  });
  expect(results.map(({ code }) => code)).toEqual([
    null,
    'ERROR_GROUP_HAS_NO_EMAIL',
    'ERROR_GROUP_MAIL_ERROR',
  ]);
});

test('exactly those that failed and have an address are asked for again, and the results of the others stay', () => {
  const results = resultsOf(everyone, {
    invited: 1,
    failures: [
      { label: 'HIBIKI00001', pair: KIOSK, code: 'ERROR_GROUP_HAS_NO_EMAIL' },
      { label: 'guest@example.com', pair: null, code: 'ERROR_GROUP_MAIL_LIMIT' },
    ],
  });
  const failed = retryableOf(results);
  expect(askedFor(failed)).toEqual({ memberPairs: [], guests: ['Guest@example.com'] });
  const again = resultsOf(failed, { invited: 1, failures: [] });
  expect(withRetry(results, again)).toEqual([
    { invitee: aoi, code: null },
    { invitee: kiosk, code: 'ERROR_GROUP_HAS_NO_EMAIL' },
    { invitee: guest, code: null },
  ]);
});

test('a guest whose address reads like the label of a pair is not taken for it', () => {
  const [result] = resultsOf([{ kind: 'guest', label: 'aoi@example.com' }], {
    invited: 0,
    failures: [{ label: 'aoi@example.com', pair: AOI, code: 'ERROR_GROUP_NOT_APPROVED' }],
  });
  expect(result?.code).toBeNull();
});
