import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { Customer } from '#client/api/api-types.ts';
import { CUSTOMER } from '#client/features/manage/shell/scope.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextLink } from '#client/ui/text-link.tsx';

export interface CustomerInUseProps {
  readonly customer: Customer;
  readonly use: { readonly users: number; readonly devices: number; readonly calls: number };
  readonly onClose: () => void;
}

/** Why a customer cannot be deleted, and what helps instead. */
export const CustomerInUse = ({ customer: { id, name }, use, onClose }: CustomerInUseProps) => {
  const { t } = useLingui();
  const { users, devices, calls } = use;
  const listOf = (screen: string) => `/manager/${screen}?${new URLSearchParams({ [CUSTOMER]: id })}`;
  return (
    <Dialog
      title={t`${name} can’t be deleted`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" asChild>
            <Link to={`/manager/customer/${id}/features`}>
              <Trans>Its services</Trans>
            </Link>
          </Button>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="3">
        <p>
          <Trans>It still has:</Trans>
        </p>
        <chakra.ul m="0" ps="5" display="grid" gap="2">
          {users > 0 && (
            <li>
              <TextLink to={listOf('users')}>
                <Plural value={users} one="# user" other="# users" />
              </TextLink>
              {' – '}
              <Trans>move them to another customer, or delete them.</Trans>
            </li>
          )}
          {devices > 0 && (
            <li>
              <TextLink to={listOf('devices')}>
                <Plural value={devices} one="# device" other="# devices" />
              </TextLink>
              {' – '}
              <Trans>move them to another customer, or delete them.</Trans>
            </li>
          )}
          {calls > 0 && (
            <li>
              <TextLink to={listOf('connections')}>
                <Plural value={calls} one="# entry of call history" other="# entries of call history" />
              </TextLink>
              {' – '}
              <Trans>kept, so that statistics stay what they were.</Trans>
            </li>
          )}
        </chakra.ul>
        <p>
          <Trans>To end its calls, switch its services off.</Trans>
        </p>
      </chakra.div>
    </Dialog>
  );
};
