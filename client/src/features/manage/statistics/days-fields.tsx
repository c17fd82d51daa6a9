import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { TextField } from '#client/ui/text-field.tsx';

export interface DaysFieldsProps {
  readonly from: string;
  readonly to: string;
  /** Both are there, in their order. */
  readonly onChange: (days: { readonly from: string; readonly to: string }) => void;
  /** Whether the fields say something else than the period that is shown. */
  readonly onUnfit: (unfit: boolean) => void;
}

const isPeriod = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
  from !== '' && to !== '' && from <= to;

/** The first and the last day; half-typed ones wait until they are days. */
export const DaysFields = ({ from: first, to: last, onChange, onUnfit }: DaysFieldsProps) => {
  const { t } = useLingui();
  const [days, setDays] = useState({ from: first, to: last });
  const change = (part: Partial<typeof days>) => {
    const next = { ...days, ...part };
    setDays(next);
    if (isPeriod(next)) onChange(next);
  };
  const unfit = !isPeriod(days);
  useEffect(() => {
    onUnfit(unfit);
    return () => onUnfit(false);
  }, [unfit, onUnfit]);
  const wrong =
    days.from && days.to && days.from > days.to ? t`The last day is before the first.` : undefined;
  return (
    <>
      <chakra.div width={{ base: 'calc(50% - 0.375rem)', sm: '11rem' }}>
        <TextField
          label={t`From`}
          type="date"
          px="2.5"
          reserve={false}
          value={days.from}
          onChange={({ target }) => change({ from: target.value })}
        />
      </chakra.div>
      <chakra.div width={{ base: 'calc(50% - 0.375rem)', sm: '11rem' }}>
        <TextField
          label={t`To`}
          type="date"
          px="2.5"
          reserve={false}
          error={wrong}
          value={days.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </chakra.div>
    </>
  );
};
