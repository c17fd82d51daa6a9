import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { managedDeviceQuery } from '#client/api/queries/manage/devices.ts';
import { PartyCalls } from '#client/features/manage/connections/party-calls.tsx';
import { ObjectLog } from '#client/features/manage/logs/object-log.tsx';
import { PartyPairs } from '#client/features/manage/pairs/party-pairs.tsx';
import { PartyPage } from '#client/features/manage/users/party-page.tsx';
import { iri } from '#protocol/rest/field.ts';
import { deviceName } from './device.ts';
import { DeviceDialogs } from './device-dialogs.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { DeviceMenu } from './device-menu.tsx';
import { DeviceStateBadge } from './device-words.tsx';

/** `/manager/devices/:id`, and what is below it. */
export const DevicePage = () => {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const read = useQuery(managedDeviceQuery(id));
  const party = iri('devices', id);
  return (
    <PartyPage
      read={read}
      list={{ to: '/manager/devices', label: t`Devices` }}
      tabs={[
        { tab: '', label: t`Details`, dated: true, show: (device) => <DeviceFacts device={device} /> },
        {
          tab: 'pairs',
          label: t`Pairs`,
          show: (device) => <PartyPairs owner={{ party, name: deviceName(device) }} />,
        },
        { tab: 'calls', label: t`Calls`, show: () => <PartyCalls party={party} /> },
        { tab: 'log', label: t`Log`, show: () => <ObjectLog resourceId={id} /> },
      ]}
      nameOf={deviceName}
      state={({ state }) => <DeviceStateBadge state={state} />}
      menu={(device) => <DeviceMenu row={device} />}
      Dialogs={DeviceDialogs}
    />
  );
};
