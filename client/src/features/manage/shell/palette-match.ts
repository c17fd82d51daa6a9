import { folded } from '#client/i18n/folded.ts';

/** In shorter words another letter is another word. */
const TYPO_FROM_LETTERS = 4;

const wordsIn = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** One letter is missing, too many or another one, or two have changed places. */
function isOneTypoAway(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const [one, other] = [typed.slice(same), word.slice(same)];
  return (
    one.slice(1) === other.slice(1) ||
    one.slice(1) === other ||
    one === other.slice(1) ||
    (one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2))
  );
}

/** Whether a word is meant that has been typed so far, or wholly. */
const isMeant = (typed: string, word: string): boolean =>
  typed.length >= TYPO_FROM_LETTERS &&
  [-1, 0, 1].some((more) => isOneTypoAway(typed, word.slice(0, typed.length + more)));

/**
 * How well a text has all words of a query, in any order: 0 from its beginning, 1 from the beginning of a word, 2 somewhere
 * within, 3 but for a typo; null: not at all.
 */
export function matchOf(query: string, text: string): number | null {
  const [whole, typed] = [folded(text), wordsIn(folded(query))];
  if (!typed.every((word) => whole.includes(word))) {
    const words = wordsIn(whole);
    const isNear = typed.every((each) => whole.includes(each) || words.some((word) => isMeant(each, word)));
    return isNear ? 3 : null;
  }
  const [first = ''] = typed;
  if (whole.startsWith(first)) return 0;
  return whole.includes(` ${first}`) ? 1 : 2;
}

/** Whether each word of a query is the beginning of a word of a text, or the query that of the text. */
export function beginsWords(query: string, text: string): boolean {
  const [whole, typed] = [folded(text), folded(query)];
  const words = wordsIn(whole);
  return (
    whole.startsWith(typed) || wordsIn(typed).every((each) => words.some((word) => word.startsWith(each)))
  );
}
