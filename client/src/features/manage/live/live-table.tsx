import { chakra } from '@chakra-ui/react';
import { Plural, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { PlainTable } from '#client/features/manage/table/plain-table.tsx';
import { ROLE } from '#client/features/manage/table/table-roles.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { Names } from '#client/ui/names.tsx';
import type { ManagedCall } from '#protocol/signal/manage.ts';
import { useCallNames } from './call-name.ts';
import { CallState } from './call-state.tsx';
import { Duration } from './duration.tsx';
import type { LiveRow } from './live-list.ts';
import { NodeName } from './node-name.tsx';

/** Widths of the window, in px, from which there is room for these columns beside one another. */
const CUSTOMER_FROM = 1280;
const NODE_FROM = 1440;

export interface LiveTableProps {
  readonly rows: readonly LiveRow[];
  /** Milliseconds since 1970 at which the figures have stopped; null: they are live. */
  readonly stoppedAt: number | null;
  readonly onEnd: (call: ManagedCall) => void;
  /** The names of the calls' customers, by id; null where all calls are of one customer. */
  readonly customers: ReadonlyMap<string, string> | null;
  /** Someone points at the table, or is in it. */
  readonly onHold: (held: boolean) => void;
}

/** The calls in progress; on a phone each is a card. */
export const LiveTable = ({ rows, stoppedAt, customers, onEnd, onHold }: LiveTableProps) => {
  const { t } = useLingui();
  return (
    <PlainTable
      caption={t`Calls in progress`}
      columns={[
        { label: t`Call`, width: '30%' },
        { label: t`People`, width: '24%' },
        ...(customers ? [{ label: t`Customer`, width: '9rem', from: CUSTOMER_FROM }] : []),
        { label: t`Duration`, width: '6rem' },
        { label: t`State`, width: '19rem' },
        { label: t`Media node`, width: '9rem', ...(customers && { from: NODE_FROM }) },
      ]}
      actionsWidth="8rem"
      leastWidth={customers ? '51rem' : '60rem'}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={(event) => onHold(event.currentTarget.contains(document.activeElement))}
      onFocus={() => onHold(true)}
      onBlur={(event) => onHold(event.currentTarget.contains(event.relatedTarget))}
    >
      {rows.map((row) => (
        <CallRow key={row.call.callId} row={row} stoppedAt={stoppedAt} customers={customers} onEnd={onEnd} />
      ))}
    </PlainTable>
  );
};

/** Of calls that are over; what can be read keeps its contrast. */
const OVER = { color: 'var(--h-colors-ink-muted)' };

interface CallRowProps extends Pick<LiveTableProps, 'stoppedAt' | 'customers' | 'onEnd'> {
  readonly row: LiveRow;
}

const CallRow = memo(({ row: { call, endedAt }, stoppedAt, customers, onEnd }: CallRowProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const names = useCallNames();
  const name = names.call(call);
  const { guests = 0 } = call;
  const over = endedAt !== null;
  return (
    <tr {...ROLE.row} data-call={call.callId} style={over ? OVER : undefined}>
      <th {...ROLE.rowheader} data-main>
        {over ? name : <ConsoleLink to={`/manager/live/${call.callId}`}>{name}</ConsoleLink>}
      </th>
      <td {...ROLE.cell} data-label={t`People`}>
        <chakra.span display="inline-flex" gap="2" minW="0" maxW="full">
          <span>{call.size}</span>
          {call.kind === 'group' && (
            <chakra.span color="ink.muted" minW="0">
              <Names names={call.people.map(names.marked)} language={language} />
            </chakra.span>
          )}
          {guests > 0 && (
            <chakra.span color="ink.muted" flexShrink="0">
              <Plural value={guests} one="+ # guest" other="+ # guests" />
            </chakra.span>
          )}
        </chakra.span>
      </td>
      {customers && (
        <td {...ROLE.cell} data-label={t`Customer`} data-from={CUSTOMER_FROM}>
          <Names names={call.customerIds.map((id) => customers.get(id) ?? '…')} language={language} />
        </td>
      )}
      <td {...ROLE.cell} data-label={t`Duration`}>
        <Duration since={call.startedAt} until={endedAt ?? stoppedAt} />
      </td>
      <td {...ROLE.cell} data-label={t`State`}>
        <CallState call={call} ended={over} />
      </td>
      <td {...ROLE.cell} data-label={t`Media node`} data-from={customers ? NODE_FROM : undefined}>
        <NodeName call={call} />
      </td>
      <td {...ROLE.cell} data-actions>
        {call.mayEnd && !over && (
          <Button variant="outline" size="sm" aria-label={t`End call ${name}`} onClick={() => onEnd(call)}>
            {t`End call`}
          </Button>
        )}
      </td>
    </tr>
  );
});
