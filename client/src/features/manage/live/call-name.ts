import { useLingui } from '@lingui/react/macro';
import type { ManagedCall, ManagedPerson } from '#protocol/signal/manage.ts';

export interface CallNames {
  readonly call: (call: ManagedCall) => string;
  readonly person: (person: Pick<ManagedPerson, 'name'>) => string;
}

/** What a call and the people in it are called. */
export function useCallNames(): CallNames {
  const { t } = useLingui();
  const person: CallNames['person'] = ({ name }) => name ?? t`Someone of another customer`;
  return {
    person,
    call: ({ kind, groupName, people }) => {
      if (kind === 'group') return groupName ?? t`A group of another customer`;
      const [one, other, ...more] = people.map(person);
      if (one === undefined || other === undefined) return one ?? t`1-to-1 call`;
      const count = more.length;
      return count > 0 ? t`${one}, ${other} and ${count} more` : t`${one} and ${other}`;
    },
  };
}
