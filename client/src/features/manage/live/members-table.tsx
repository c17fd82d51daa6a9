import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { PlainTable } from '#client/features/manage/table/plain-table.tsx';
import { ROLE } from '#client/features/manage/table/table-roles.ts';
import { qualityOfMember } from '#client/media/member-quality.ts';
import { useQualityText } from '#client/stage/quality-text.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import type { ManagedMember } from '#protocol/signal/manage.ts';
import { useCallNames } from './call-name.ts';
import { closingOf, useClosings } from './closing.ts';
import { useSourcesText } from './sources-text.ts';

export interface MembersTableProps {
  readonly callId: string;
  readonly members: readonly ManagedMember[];
  /** The call has ended, or is ending. */
  readonly ended: boolean;
  readonly onRemove: (member: ManagedMember) => void;
}

/** Everyone in a call; on a phone each is a card. */
export const MembersTable = ({ callId, members, ended, onRemove }: MembersTableProps) => {
  const { t } = useLingui();
  // Media of a 1-to-1 call passes no server: who sends what is not known, and no column says so to the end.
  const withSources = members.some(({ sources }) => sources !== null);
  return (
    <PlainTable
      caption={t`People in the call`}
      columns={[
        { label: t`Name`, width: '23%' },
        { label: t`State`, width: '12rem' },
        { label: t`Connection` },
        ...(withSources ? [{ label: t`Sends`, width: '12rem' }] : []),
      ]}
      actionsWidth="7rem"
      color={ended ? 'ink.muted' : undefined}
      leastWidth={withSources ? '60rem' : '41rem'}
    >
      {members.map((member) => (
        <MemberRow
          key={member.memberId}
          callId={callId}
          member={member}
          ended={ended}
          withSources={withSources}
          onRemove={onRemove}
        />
      ))}
    </PlainTable>
  );
};

/** Of cells with figures, which are described by more than there is room for in one line. */
const LONG = { whiteSpace: 'normal', paddingBlock: '0.375rem' } as const;

interface MemberRowProps extends Pick<MembersTableProps, 'callId' | 'ended' | 'onRemove'> {
  readonly member: ManagedMember;
  readonly withSources: boolean;
}

const MemberRow = ({ callId, member, ended, withSources, onRemove }: MemberRowProps) => {
  const { t } = useLingui();
  const names = useCallNames();
  const shown = names.person(member);
  const name = names.personInSentence(member);
  const qualityText = useQualityText();
  const sourcesText = useSourcesText();
  const { id, kind, link, quality: score, relayed, sources, bitRates = null } = member;
  const removed = closingOf(useClosings(), callId, member.memberId) !== null;
  const page = kind === 'user' ? 'users' : 'devices';
  const quality = qualityOfMember({ score, link });
  const connection = qualityText({ quality, link, score, bitRates });
  return (
    <tr {...ROLE.row}>
      <th {...ROLE.rowheader} data-main>
        {id === null ? shown : <ConsoleLink to={`/manager/${page}/${id}`}>{shown}</ConsoleLink>}
      </th>
      <td {...ROLE.cell} data-label={t`State`}>
        <chakra.span display="inline-flex" flexWrap="wrap" gap="1">
          {member.owner && <Badge>{t`Owner`}</Badge>}
          {removed && <Badge>{t({ message: 'Removed', context: 'call in progress' })}</Badge>}
          {kind === 'guest' && <Badge>{t`Guest`}</Badge>}
          {kind === 'device' && <Badge>{t`Device`}</Badge>}
          {!removed && member.away && <Badge tone="danger">{t`No connection`}</Badge>}
          {!removed && !member.away && !ended && <Badge tone="success">{t`In the call`}</Badge>}
        </chakra.span>
      </td>
      <td {...ROLE.cell} data-label={t`Connection`} style={LONG}>
        {quality === null || quality === 'good' || ended ? (
          connection
        ) : (
          <Badge tone={quality === 'poor' ? 'danger' : 'warning'} whiteSpace="normal" borderRadius="1rem">
            {connection}
          </Badge>
        )}
        {relayed === true && (
          <>
            {' '}
            <Badge tone="warning">{t`Relayed`}</Badge>
          </>
        )}
      </td>
      {withSources && (
        <td {...ROLE.cell} data-label={t`Sends`} style={LONG}>
          {sources === null ? (
            <chakra.span color="ink.muted">{t`Not known`}</chakra.span>
          ) : (
            sourcesText(sources)
          )}
        </td>
      )}
      <td {...ROLE.cell} data-actions>
        {member.mayRemove && !removed && !ended && (
          <Button variant="outline" size="sm" aria-label={t`Remove ${name}`} onClick={() => onRemove(member)}>
            {t`Remove`}
          </Button>
        )}
      </td>
    </tr>
  );
};
