import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServiceInForce } from '#client/api/queries/manage/service-types.ts';
import { useUndoable } from '#client/features/manage/form/use-undoable.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { serviceTexts } from './service-texts.ts';

/** One service, for the whole installation. Switching it off ends calls, which does not come back: that asks first. */
export const ServiceRow = ({ service: { id, name, state } }: { readonly service: ServiceInForce }) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const change = useUndoable('services');
  const [asking, setAsking] = useState(false);
  const text = i18n._(serviceTexts[name]);
  const enabled = state === 'ENABLED';
  const set = (on: boolean) =>
    change.mutate(
      {
        id,
        body: { state: on ? 'ENABLED' : 'DISABLED' },
        reverse: (before) => ({ state: before.state }),
        done: on ? (
          <Trans>{text} is on for all customers that use it</Trans>
        ) : (
          <Trans>{text} is off for everyone. Its calls in progress have ended.</Trans>
        ),
      },
      { onSettled: () => void queryClient.invalidateQueries({ queryKey: ['features'] }) },
    );
  return (
    <chakra.li px="5" py="2">
      <Switch
        label={text}
        details={
          name === 'service_video_chat' ? (
            <Trans>Calls between two people. Group chat works only while this is on.</Trans>
          ) : (
            <Trans>Group calls, with guests and recordings on the server.</Trans>
          )
        }
        checked={change.isPending ? change.variables.body.state === 'ENABLED' : enabled}
        onChange={(on) => (on ? set(true) : setAsking(true))}
      />
      {asking && (
        <ConfirmDialog
          title={t`Switch ${text} off for everyone?`}
          confirmLabel={t`Switch off`}
          dangerous
          onConfirm={() => {
            setAsking(false);
            set(false);
          }}
          onCancel={() => setAsking(false)}
        >
          {name === 'service_video_chat' ? (
            <Trans>All calls of all customers end at once, those of groups too.</Trans>
          ) : (
            <Trans>All group calls of all customers end at once.</Trans>
          )}
        </ConfirmDialog>
      )}
    </chakra.li>
  );
};
