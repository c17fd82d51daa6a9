import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { MemberPicker } from '#client/stage/groups/member-picker.tsx';
import { pairsOfText, pairsText } from './group-schema.ts';

export interface MembersFieldProps {
  readonly ownerId: string;
  /** At first. */
  readonly text: string;
  readonly onChange: (count: number) => void;
}

/** The members of a group as a field of a form: a change by someone else may be written into it as into any other. */
export const MembersField = ({ ownerId, text, onChange }: MembersFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(pairsOfText(text)));
  const follow = () => {
    const now = field.current?.value ?? '';
    if (now !== pairsText(chosen)) setChosen(new Set(pairsOfText(now)));
  };
  return (
    <chakra.div minW="0" onFocus={follow} onPointerEnter={follow}>
      <input ref={field} name="memberPairs" defaultValue={text} hidden readOnly />
      <MemberPicker
        ownerId={ownerId}
        kind="all"
        chosen={chosen}
        empty={<Trans>This owner isn’t paired with anyone yet. Pairs can be members.</Trans>}
        onChange={(next) => {
          if (field.current) field.current.value = pairsText(next);
          setChosen(next);
          onChange(next.size);
        }}
      />
    </chakra.div>
  );
};
