import { useLingui } from '@lingui/react/macro';
import { useNamed } from '#client/i18n/use-named.ts';
import type { ManagedCall, ManagedPerson } from '#protocol/signal/manage.ts';

export interface CallNames {
  readonly call: (call: ManagedCall) => string;
  readonly person: (person: Pick<ManagedPerson, 'name'>) => string;
  /** With a mark on guests: they choose their names, which may be that of a member. */
  readonly marked: (person: Pick<ManagedPerson, 'kind' | 'name'>) => string;
  /** The name as it stands in a sentence. */
  readonly personInSentence: (person: Pick<ManagedPerson, 'kind' | 'name'>) => string;
}

/** What a call and the people in it are called. */
export function useCallNames(): CallNames {
  const { t } = useLingui();
  const named = useNamed();
  const person: CallNames['person'] = ({ name }) => name ?? t`Someone of another customer`;
  const marked: CallNames['marked'] = ({ kind, name }) => {
    const shown = person({ name });
    return kind === 'guest' && name !== null ? t`${name} (guest)` : shown;
  };
  return {
    person,
    marked,
    personInSentence: ({ kind, name }) => (name === null ? person({ name }) : named({ kind, name })),
    call: ({ kind, groupName, people }) => {
      if (kind === 'group') return groupName ?? t`A group of another customer`;
      const [one, other, ...more] = people.map(marked);
      if (one === undefined || other === undefined) return one ?? t`1-to-1 call`;
      const count = more.length;
      return count > 0 ? t`${one}, ${other} and ${count} more` : t`${one} and ${other}`;
    },
  };
}
