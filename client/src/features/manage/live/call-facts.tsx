import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useHasSeveralCustomers } from '#client/features/manage/shell/use-console-account.ts';
import { useCustomerNames } from '#client/features/manage/shell/use-customer-names.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Names } from '#client/ui/names.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import type { OpenedCall } from '#protocol/signal/manage.ts';
import { Duration } from './duration.tsx';
import { NodeName } from './node-name.tsx';

export interface CallFactsProps {
  readonly opened: OpenedCall;
  /** Milliseconds since 1970 at which the figures have stopped; null: they are live. */
  readonly until: number | null;
}

/** What is to be said of a call as a whole. */
export const CallFacts = ({ opened: { call, members, recordedByServer }, until }: CallFactsProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const hasSeveral = useHasSeveralCustomers();
  const customers = useCustomerNames(hasSeveral ? call.customerIds : []);
  const customerNames = call.customerIds.map((id) => customers.get(id) ?? '…');
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t`Started`, <ShortTime key="started" time={call.startedAt} />],
    [t`Duration`, <Duration key="duration" since={call.startedAt} until={until} />],
    [t`People`, members.length],
    ...(hasSeveral
      ? [[t`Customer`, <Names key="customer" names={customerNames} language={language} />] as const]
      : []),
    [t`Media node`, <NodeName key="node" call={call} />],
    [t`Recorded on the server`, recordedByServer ? t`Yes` : t`No`],
  ];
  return (
    <chakra.dl
      display="flex"
      flexWrap="wrap"
      columnGap="8"
      rowGap="2"
      py="3"
      textStyle="small"
      css={{ '& dt': { color: 'ink.muted', textStyle: 'caption' } }}
    >
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </chakra.dl>
  );
};
