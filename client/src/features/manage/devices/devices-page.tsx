import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, TabletSmartphone } from 'lucide-react';
import { ImportLink } from '#client/features/manage/import/import-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useSelection } from '#client/features/manage/table/use-selection.tsx';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { deviceName } from './device.ts';
import { DeviceDialogs } from './device-dialogs.tsx';
import { DeviceMenu } from './device-menu.tsx';
import { DevicesBulk } from './devices-bulk.tsx';
import { devicesList } from './devices-list.ts';
import { useDeviceColumns } from './use-device-columns.tsx';

/** `/manager/devices`. */
export const DevicesPage = () => {
  const { t } = useLingui();
  const address = useTableAddress(devicesList);
  const query = useManagedList('devices', address);
  const selection = useSelection(address);
  const { customerId } = useScope();
  const columns = useDeviceColumns(customerId === null);
  return (
    <DeviceDialogs>
      <ConsolePage
        title={t`Devices`}
        fills
        tools={
          <>
            <ImportLink kind="devices" />
            <AddButton />
          </>
        }
      >
        <ManageList
          caption={t`Devices`}
          searchLabel={t`Search devices`}
          address={address}
          query={query}
          columns={columns}
          rowId={({ id }) => id}
          rowName={deviceName}
          selection={selection}
          bulk={<DevicesBulk selection={selection} query={query.apiQuery} />}
          Actions={DeviceMenu}
          empty={
            <EmptyState
              icon={<TabletSmartphone aria-hidden />}
              title={t`No devices yet`}
              action={<AddButton />}
            >
              <Trans>
                A device takes calls at a counter, in a lobby or in a room, without anyone signing in.
              </Trans>
            </EmptyState>
          }
        />
      </ConsolePage>
    </DeviceDialogs>
  );
};

const AddButton = () => {
  const add = usePlainDialog('add');
  return (
    <Button size="sm" onClick={() => add.open()}>
      <Plus aria-hidden />
      <Trans>Add devices</Trans>
    </Button>
  );
};
