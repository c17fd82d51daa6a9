import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Item } from '#client/api/api-types.ts';
import { logEntryQuery } from '#client/api/queries/manage/logs.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { Fact, FactList } from '#client/features/manage/shell/fact-list.tsx';
import { Button } from '#client/ui/button.tsx';
import { dateTimeText } from '#client/ui/date-text.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { ChangeList } from './change-list.tsx';
import { objectAddress } from './object-address.ts';
import { useIsGone } from './use-is-gone.ts';
import { useLogReader } from './use-log-reader.ts';
import { useLogWords } from './use-log-words.ts';

export interface EntryDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** All that an entry of the log says. */
export const EntryDialog = ({ id, onClose }: EntryDialogProps) => {
  const { t } = useLingui();
  const { data: entry, error, refetch } = useQuery(logEntryQuery(id));
  const isGone = useIsGone(entry);
  const reader = useLogReader();
  const to = entry && !isGone ? objectAddress(entry, reader) : null;
  return (
    <Dialog
      title={t`Log entry`}
      width="40rem"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {to !== null && (
            <Button asChild>
              <ConsoleLink to={to}>
                <Trans>Show the object</Trans>
              </ConsoleLink>
            </Button>
          )}
        </>
      }
    >
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!entry && !error && <SkeletonRows />}
      {entry && <Entry entry={entry} />}
    </Dialog>
  );
};

const Entry = ({ entry }: { readonly entry: Item<'logs'> }) => {
  const { t } = useLingui();
  const words = useLogWords();
  const zone = useTimeZone();
  const { datetime, resourceId, customerName, address, requestId, account, attempts, changes } = entry;
  return (
    <>
      <FactList>
        <Fact name={t`Time`}>{zone && `${dateTimeText(datetime, zone)} (${zone})`}</Fact>
        <Fact name={t`Action`}>{words.action(entry)}</Fact>
        <Fact name={t`Object`}>{words.object(entry)}</Fact>
        {resourceId !== null && <Fact name={t`ID`}>{resourceId}</Fact>}
        <Fact name={t`By`}>{words.actor(entry)}</Fact>
        {account !== null && <Fact name={t`Name entered`}>{account}</Fact>}
        {attempts !== null && <Fact name={t`Attempts`}>{attempts}</Fact>}
        <Fact name={t`IP address`}>{address ?? '–'}</Fact>
        {customerName !== null && <Fact name={t`Customer`}>{customerName}</Fact>}
        {requestId !== null && <Fact name={t`Request`}>{requestId}</Fact>}
      </FactList>
      {changes.length > 0 && <ChangeList entry={entry} />}
    </>
  );
};
