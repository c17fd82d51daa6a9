import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { managedDeviceQuery } from '#client/api/queries/manage/devices.ts';
import { PartyCalls } from '#client/features/manage/connections/party-calls.tsx';
import { ObjectLog } from '#client/features/manage/logs/object-log.tsx';
import { PartyPairs } from '#client/features/manage/pairs/party-pairs.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { ObjectPage } from '#client/features/manage/shell/object-page.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { AppError } from '#protocol/app-error.ts';
import { type Device, deviceName } from './device.ts';
import { DeviceDialogs } from './device-dialogs.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { DeviceMenu } from './device-menu.tsx';
import { DeviceStateBadge } from './device-words.tsx';

const tabs = ['', 'pairs', 'calls', 'log'] as const;
type Tab = (typeof tabs)[number];

/** `/manager/devices/:id`, and what is below it. */
export const DevicePage = () => {
  const { id = '', tab = '' } = useParams();
  const { data, error, refetch } = useQuery(managedDeviceQuery(id));
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const shown = tabs.find((each) => each === tab);
  const gone = error instanceof AppError && error.status === 404;
  if (shown === undefined || gone) return <NotFoundPage />;
  if (error && !data) return <LoadingFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  return (
    <DeviceDialogs onDeleted={() => void navigate(pathOf('/manager/devices'), { replace: true })}>
      <Loaded device={data.item} tab={shown} />
    </DeviceDialogs>
  );
};

interface LoadedProps {
  readonly device: Device;
  readonly tab: Tab;
}

const Loaded = ({ device, tab }: LoadedProps) => {
  const { t } = useLingui();
  const edit = useAddressDialog('edit');
  return (
    <ObjectPage
      name={deviceName(device)}
      list={{ to: '/manager/devices', label: t`Devices` }}
      to={`/manager/devices/${device.id}`}
      tabs={[
        { tab: '', label: t`Details` },
        { tab: 'pairs', label: t`Pairs` },
        { tab: 'calls', label: t`Calls` },
        { tab: 'log', label: t`Log` },
      ]}
      tab={tab}
      state={<DeviceStateBadge state={device.state} />}
      onEdit={() => edit.open(device.id)}
      menu={<DeviceMenu row={device} />}
    >
      <TabContent device={device} tab={tab} />
    </ObjectPage>
  );
};

const TabContent = ({ device, tab }: LoadedProps) => {
  const party = device['@id'];
  switch (tab) {
    case '':
      return <DeviceFacts device={device} />;
    case 'pairs':
      return <PartyPairs owner={{ party, name: deviceName(device) }} />;
    case 'calls':
      return <PartyCalls party={party} />;
    case 'log':
      return <ObjectLog resourceId={device.id} />;
  }
};
