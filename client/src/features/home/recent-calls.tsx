import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MessagesSquare, PhoneIncoming, PhoneMissed, PhoneOutgoing } from 'lucide-react';
import type { Connection } from '#client/api/api-types.ts';
import { callEnd } from '#client/api/call-end.ts';
import { wasMissed } from '#client/api/missed-call.ts';
import { recentConnectionsQuery } from '#client/api/queries/recent-connections.ts';
import { endText } from '#client/i18n/end-text.ts';
import { peerName } from '#client/i18n/peer-name.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { List } from '#client/ui/list.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Section } from '#client/ui/section.tsx';
import { TextLink } from '#client/ui/text-link.tsx';

/** The user's last calls; not shown before the first one. */
export const RecentCalls = () => {
  const { t } = useLingui();
  const { data } = useQuery(recentConnectionsQuery());
  if (!data || data.length === 0) return null;
  return (
    <Section
      title={t`Recent calls`}
      actions={
        <TextLink to="/user/connections">
          <Trans>All calls</Trans>
        </TextLink>
      }
    >
      <List>
        {data.map((connection) => (
          <CallRow key={connection.id} connection={connection} />
        ))}
      </List>
    </Section>
  );
};

const CallRow = ({ connection }: { readonly connection: Connection }) => {
  const language = useLanguage();
  const { i18n } = useLingui();
  const missed = wasMissed(connection);
  const end = callEnd(connection);
  return (
    <chakra.li display="flex" gap="3" px="5" py="3" alignItems="center">
      <chakra.span color={missed ? 'danger' : 'ink.subtle'} display="flex">
        <CallIcon connection={connection} />
      </chakra.span>
      <chakra.div flex="1" minW="0" textStyle="small">
        <chakra.p fontWeight="semibold" truncate color={missed ? 'danger' : 'ink'}>
          {peerName(i18n, connection.name)}
        </chakra.p>
        <chakra.p color="ink.muted" textStyle="caption">
          {missed ? <Trans>Missed</Trans> : <Direction connection={connection} />}
          {connection.duration > 0 && ` · ${formatDuration(connection.duration)}`}
          {/* The reason why there was no call. */}
          {connection.duration === 0 && end !== 'missed' && end !== 'hung-up' && ` · ${i18n._(endText[end])}`}
        </chakra.p>
      </chakra.div>
      <chakra.span color="ink.subtle" textStyle="caption" flexShrink="0">
        <RelativeTime time={connection.start} language={language} />
      </chakra.span>
    </chakra.li>
  );
};

const CallIcon = ({ connection }: { readonly connection: Connection }) => {
  if (connection.kind === 'group') return <MessagesSquare size={18} aria-hidden />;
  if (wasMissed(connection)) return <PhoneMissed size={18} aria-hidden />;
  return connection.outgoing ? (
    <PhoneOutgoing size={18} aria-hidden />
  ) : (
    <PhoneIncoming size={18} aria-hidden />
  );
};

const Direction = ({ connection }: { readonly connection: Connection }) => {
  if (connection.kind === 'group') return <Trans>Group call</Trans>;
  return connection.outgoing ? <Trans>Outgoing</Trans> : <Trans>Incoming</Trans>;
};
