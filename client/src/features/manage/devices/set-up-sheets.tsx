import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { listFreely } from '#client/api/call-api.ts';
import type { FreeQuery } from '#client/api/query-string.ts';
import { type Chosen, chosenCount, type Selection } from '#client/features/manage/table/selection.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useLeaveGuard } from '#client/ui/leave-guard.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import type { Device } from './device.ts';
import { useOpenDeviceDialog } from './device-dialogs.tsx';
import { renewSecrets, type SetUpResult } from './set-up.ts';

/** One page of a list: each is a request of its own, and a sheet of paper. */
const MAX_AT_ONCE = 100;

export interface SetUpSheetsProps {
  readonly selection: Selection;
  /** Of the list that the rows are chosen in. */
  readonly query: FreeQuery;
}

/** Gives the chosen devices new secrets, and shows them once, to be printed: as for those of an import, which have none yet. */
export const SetUpSheets = ({ selection, query }: SetUpSheetsProps) => {
  const openDialog = useOpenDeviceDialog();
  const [asked, setAsked] = useState<Chosen | null>(null);
  return (
    <>
      <Button
        variant="soft"
        size="sm"
        px="3"
        aria-haspopup="dialog"
        onClick={() => setAsked(selection.get())}
      >
        <Trans>Make set-up sheets</Trans>
      </Button>
      {asked && (
        <Question
          chosen={asked}
          query={query}
          onRenewed={(results) => {
            selection.clear();
            openDialog({ kind: 'renewed', results });
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
};

/** Those that are still there, in the order of the list. */
async function devicesOf(chosen: Chosen, query: FreeQuery): Promise<readonly Device[]> {
  const asked = chosen.kind === 'ids' ? { ...query, id: [...chosen.ids] } : query;
  const list = await listFreely('devices', { ...asked, page: 1, pageSize: MAX_AT_ONCE });
  return list['hydra:member'].filter(({ id }) => chosen.kind === 'ids' || !chosen.except.has(id));
}

interface QuestionProps {
  readonly chosen: Chosen;
  readonly query: FreeQuery;
  readonly onRenewed: (results: readonly SetUpResult[]) => void;
  readonly onClose: () => void;
}

const Question = ({ chosen, query, onRenewed, onClose }: QuestionProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const stop = useRef(new AbortController());
  const count = chosenCount(chosen);
  const tooMany = (chosen.kind === 'all' ? chosen.total : count) > MAX_AT_ONCE;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => renewSecrets(await devicesOf(chosen, query), setDone, stop.current.signal),
    onSuccess: (results) => results.length > 0 && onRenewed(results),
    onError: (error) => showSnackbar('error', i18n._(textOfError(error))),
    async onSettled() {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['devices'] });
    },
  });
  // What has been renewed so far would be lost.
  useLeaveGuard(isPending);
  return (
    <ConfirmDialog
      title={t`Make set-up sheets?`}
      confirmLabel={t`Make set-up sheets`}
      {...(isPending && { cancelLabel: t`Stop here` })}
      busy={isPending}
      {...(!tooMany && { onConfirm: () => mutate() })}
      onCancel={() => {
        // Those that have a new secret by now still show it: nothing else would.
        if (isPending) stop.current.abort();
        else onClose();
      }}
    >
      {tooMany ? (
        <Trans>
          Choose {MAX_AT_ONCE} devices at most. {count} are selected.
        </Trans>
      ) : (
        <Plural
          value={count}
          one="# device gets a new secret. It is signed out at once and has to be set up with its sheet."
          other="# devices get new secrets. They are signed out at once and have to be set up with their sheets."
        />
      )}
      {isPending && (
        <chakra.p role="status" mt="2" textStyle="small" color="ink.muted">
          <Trans>
            {done} of {count} done
          </Trans>
        </chakra.p>
      )}
    </ConfirmDialog>
  );
};
