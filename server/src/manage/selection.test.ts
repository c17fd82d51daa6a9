import { describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { userParty } from '#server/party-name.ts';
import { shownPerson } from './selection.ts';

const own = '00000000-0000-4000-8000-000000000001' as CustomerId;
const other = '00000000-0000-4000-8000-000000000002' as CustomerId;
const id = '00000000-0000-4000-8000-000000000003' as UserId;
const scope: ReadonlySet<CustomerId> = new Set([own]);
const shown = (nickname: string, mail: string, customerId: CustomerId) =>
  shownPerson(scope, { memberId: 'm', ...userParty({ id, nickname, mail }), customerId });

describe('shownPerson', () => {
  it('names someone of another customer as members of the call see them (O11)', () => {
    const unseen = { memberId: 'm', kind: 'user', id: null, customerId: null };
    expect(shown('Ken', 'ken.ito@example.com', other)).toEqual({ ...unseen, name: 'Ken' });
    expect(shown('', 'ken.ito@example.com', other)).toEqual({ ...unseen, name: 'ken.ito' });
  });

  it.each([
    ['ken.ito@example.com', 'k@example.com'],
    ['', '"ken@ito"@example.com'],
  ])('never shows a whole address of another customer, such as %s', (nickname, mail) => {
    expect(shown(nickname, mail, other).name).toBeNull();
    expect(shown(nickname, mail, own)).toMatchObject({ id, customerId: own });
  });
});
