import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ServiceName } from '#client/api/queries/manage/service-types.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Switch, type SwitchProps } from '#client/ui/switch.tsx';
import { serviceTexts } from './service-texts.ts';

export interface ServiceSwitchProps extends SwitchProps {
  readonly service: ServiceName;
  /** Whose service it is: one customer's, or that of the whole installation. */
  readonly scope: 'customer' | 'installation';
}

/** Switches a service. Switching it off ends calls for good, so it asks first. */
export const ServiceSwitch = ({ service, scope, ...control }: ServiceSwitchProps) => {
  const { t, i18n } = useLingui();
  const [asking, setAsking] = useState(false);
  const name = i18n._(serviceTexts[service]);
  const ofAll = scope === 'installation';
  return (
    <>
      <Switch {...control} onChange={(on) => (on ? control.onChange(true) : setAsking(true))} />
      {asking && (
        <ConfirmDialog
          title={ofAll ? t`Switch ${name} off for everyone?` : t`Switch ${name} off?`}
          confirmLabel={t`Switch off`}
          dangerous
          onConfirm={() => {
            setAsking(false);
            control.onChange(false);
          }}
          onCancel={() => setAsking(false)}
        >
          <EndedCalls service={service} ofAll={ofAll} />
        </ConfirmDialog>
      )}
    </>
  );
};

interface EndedCallsProps {
  readonly service: ServiceName;
  readonly ofAll: boolean;
}

/** Group chat works only while 1-to-1 chat does. */
const EndedCalls = ({ service, ofAll }: EndedCallsProps) => {
  if (service === 'service_video_chat') {
    return ofAll ? (
      <Trans>All calls of all customers end at once, those of groups too.</Trans>
    ) : (
      <Trans>All calls of this customer end at once, those of groups too.</Trans>
    );
  }
  return ofAll ? (
    <Trans>All group calls of all customers end at once.</Trans>
  ) : (
    <Trans>All group calls of this customer end at once.</Trans>
  );
};
