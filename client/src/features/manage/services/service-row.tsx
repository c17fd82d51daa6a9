import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ServiceInForce } from '#client/api/queries/manage/service-types.ts';
import { useUndoable } from '#client/features/manage/form/use-undoable.ts';
import { ServiceSwitch } from './service-switch.tsx';
import { serviceTexts } from './service-texts.ts';

/** One service, for the whole installation. */
export const ServiceRow = ({ service: { id, name, state } }: { readonly service: ServiceInForce }) => {
  const { i18n } = useLingui();
  const queryClient = useQueryClient();
  const change = useUndoable('services');
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
      <ServiceSwitch
        service={name}
        scope="installation"
        label={text}
        details={
          name === 'service_video_chat' ? (
            <Trans>Calls between two people. Group chat works only while this is on.</Trans>
          ) : (
            <Trans>Group calls, with guests and recordings on the server.</Trans>
          )
        }
        checked={change.isPending ? change.variables.body.state === 'ENABLED' : enabled}
        onChange={set}
      />
    </chakra.li>
  );
};
