/** Maximum number of answers kept for requests that are sent again, and their size in characters (SPEC.md, S4). */
const KEPT_ANSWERS = 128;
export const KEPT_ANSWER_CHARACTERS = 256 * 1024;
/** Maximum number of notices kept for a resume, and their size in characters (SPEC.md, S3). */
export const KEPT_NOTICES = 1_000;
const KEPT_NOTICE_CHARACTERS = 2 * 1024 * 1024;
/** Characters, of at most two bytes each, that all sessions of one person keep, and what each may keep however much the others do. */
export const KEPT_CHARACTERS_PER_PERSON = 8 * 1024 * 1024;
export const KEPT_CHARACTERS_AT_LEAST = 64 * 1024;

interface Item {
  readonly frame: string;
  /** The `seq` of the notice, or, for an answer, of the last notice before it. */
  readonly seq: number;
  /** The id of the request that was answered; null for a notice. */
  readonly id: number | null;
}

/** What the sessions of one person keep together. */
export interface KeptByPerson {
  characters: number;
}

/**
 * What a session has said, in the order of saying, as far as it is kept. Both notices and answers: after a resume a
 * notice must not overtake the answer before it, which may be lost as well (SPEC.md, W5, S5).
 */
export class Outbox {
  readonly #person: KeptByPerson;
  /** The oldest first, as in the next two. */
  readonly #items = new Set<Item>();
  readonly #notices = new Set<Item>();
  readonly #answers = new Map<number, Item>();
  #noticeCharacters = 0;
  #answerCharacters = 0;
  #seq = 0;
  #dropped = 0;

  constructor(person: KeptByPerson) {
    this.#person = person;
  }

  /** `seq` of the last notice. */
  get seq(): number {
    return this.#seq;
  }

  /** `seq` of the last notice that is no longer kept. */
  get dropped(): number {
    return this.#dropped;
  }

  addNotice(notice: string, data: object): string {
    this.#seq += 1;
    const frame = JSON.stringify({ seq: this.#seq, notice, data });
    const item: Item = { frame, seq: this.#seq, id: null };
    this.#items.add(item);
    this.#notices.add(item);
    this.#noticeCharacters += frame.length;
    this.#person.characters += frame.length;
    this.#dropWhile(
      this.#notices,
      () => this.#notices.size > KEPT_NOTICES || this.#noticeCharacters > KEPT_NOTICE_CHARACTERS,
    );
    this.#fitPerson();
    return frame;
  }

  /** False: too long to be kept. */
  addAnswer(id: number, frame: string): boolean {
    if (frame.length > KEPT_ANSWER_CHARACTERS) return false;
    const item: Item = { frame, seq: this.#seq, id };
    this.#items.add(item);
    this.#answers.set(id, item);
    this.#answerCharacters += frame.length;
    this.#person.characters += frame.length;
    this.#dropWhile(
      this.#answers.values(),
      () => this.#answers.size > KEPT_ANSWERS || this.#answerCharacters > KEPT_ANSWER_CHARACTERS,
    );
    this.#fitPerson();
    return true;
  }

  answerTo(id: number): string | undefined {
    return this.#answers.get(id)?.frame;
  }

  /** All that a client has missed that has seen `lastSeq`; null where it cannot be told any more, or never was said. */
  after(lastSeq: number): readonly string[] | null {
    if (lastSeq < this.#dropped || lastSeq > this.#seq) return null;
    const frames: string[] = [];
    for (const item of this.#items) {
      if (item.id === null ? item.seq > lastSeq : item.seq >= lastSeq) frames.push(item.frame);
    }
    return frames;
  }

  /** Keeps nothing any more. */
  clear(): void {
    this.#dropWhile(this.#items, () => true);
  }

  /** One session never drops what another keeps: who says much in it would end the others. */
  #fitPerson(): void {
    this.#dropWhile(
      this.#items,
      () =>
        this.#person.characters > KEPT_CHARACTERS_PER_PERSON &&
        this.#noticeCharacters + this.#answerCharacters > KEPT_CHARACTERS_AT_LEAST,
    );
  }

  #dropWhile(oldestFirst: Iterable<Item>, isTooMuch: () => boolean): void {
    for (const item of oldestFirst) {
      if (!isTooMuch()) return;
      this.#drop(item);
    }
  }

  #drop(item: Item): void {
    const { frame, seq, id } = item;
    this.#items.delete(item);
    this.#person.characters -= frame.length;
    if (id === null) {
      this.#notices.delete(item);
      this.#noticeCharacters -= frame.length;
      this.#dropped = seq;
    } else {
      this.#answers.delete(id);
      this.#answerCharacters -= frame.length;
    }
  }
}
