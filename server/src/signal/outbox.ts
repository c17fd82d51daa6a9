/** Answers that are kept for requests sent again (SPEC.md, S4). */
const KEPT_ANSWERS = 128;
/** Notices that are kept for a resume, and their size in characters, at most. */
export const KEPT_NOTICES = 1_000;
const KEPT_NOTICE_CHARACTERS = 2 * 1024 * 1024;

interface Item {
  readonly frame: string;
  /** The `seq` of the notice, or, for an answer, of the last notice before it. */
  readonly seq: number;
  /** The id of the request that was answered; null for a notice. */
  readonly id: number | null;
}

/**
 * What a session has said, in the order of saying, as far as it is kept. Both notices and answers: after a resume a
 * notice must not overtake the answer before it, which may be lost as well (SPEC.md, W5, S5).
 */
export class Outbox {
  readonly #items = new Set<Item>();
  readonly #notices: Item[] = [];
  readonly #answers = new Map<number, Item>();
  #seq = 0;
  #dropped = 0;
  #characters = 0;

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
    this.#notices.push(item);
    this.#characters += frame.length;
    while (this.#notices.length > KEPT_NOTICES || this.#characters > KEPT_NOTICE_CHARACTERS) {
      const oldest = this.#notices.shift();
      if (!oldest) break;
      this.#items.delete(oldest);
      this.#characters -= oldest.frame.length;
      this.#dropped = oldest.seq;
    }
    return frame;
  }

  addAnswer(id: number, frame: string): void {
    const item: Item = { frame, seq: this.#seq, id };
    this.#items.add(item);
    this.#answers.set(id, item);
    if (this.#answers.size <= KEPT_ANSWERS) return;
    for (const [oldestId, oldest] of this.#answers) {
      this.#answers.delete(oldestId);
      this.#items.delete(oldest);
      return;
    }
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
}
