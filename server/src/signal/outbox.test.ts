import { describe, expect, it } from 'vitest';
import {
  KEPT_ANSWER_CHARACTERS,
  KEPT_CHARACTERS_AT_LEAST,
  KEPT_CHARACTERS_PER_PERSON,
  type KeptByPerson,
  Outbox,
} from './outbox.ts';

const newPerson = (): KeptByPerson => ({ characters: 0 });
const LONG = 'x'.repeat(60_000);

describe('what a session keeps', () => {
  it('has a size, however many answers it has given: the last ones stay (S4)', () => {
    const person = newPerson();
    const outbox = new Outbox(person);
    for (let id = 1; id <= 128; id += 1) expect(outbox.addAnswer(id, LONG)).toBe(true);
    expect(person.characters).toBeLessThanOrEqual(KEPT_ANSWER_CHARACTERS);
    expect([outbox.answerTo(128), outbox.answerTo(125), outbox.answerTo(124)]).toEqual([
      LONG,
      LONG,
      undefined,
    ]);
  });

  it('does not drop the answers before one that is too long to be kept (S4)', () => {
    const outbox = new Outbox(newPerson());
    outbox.addAnswer(1, 'short');
    expect(outbox.addAnswer(2, 'x'.repeat(KEPT_ANSWER_CHARACTERS + 1))).toBe(false);
    expect([outbox.answerTo(1), outbox.answerTo(2)]).toEqual(['short', undefined]);
  });

  it('has a size for all sessions of a person together, and each keeps its last words (S3)', () => {
    const person = newPerson();
    const outboxes = Array.from({ length: 50 }, () => new Outbox(person));
    for (const outbox of outboxes) {
      for (let i = 0; i < 40; i += 1) outbox.addNotice('said', { LONG });
    }
    expect(person.characters).toBeLessThanOrEqual(KEPT_CHARACTERS_PER_PERSON + 50 * KEPT_CHARACTERS_AT_LEAST);
    for (const outbox of outboxes) expect(outbox.after(39)).toHaveLength(1);
    expect(outboxes.at(-1)?.after(30)).toBeNull();
  });

  it('is nothing once it is cleared', () => {
    const person = newPerson();
    const outbox = new Outbox(person);
    outbox.addNotice('said', {});
    outbox.addAnswer(1, 'answer');
    outbox.clear();
    expect(person.characters).toBe(0);
    expect([outbox.answerTo(1), outbox.after(0), outbox.after(1)]).toEqual([undefined, null, []]);
  });
});
