import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleMinus, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import type { CustomerFeature, ServiceName } from '#client/api/queries/manage/service-types.ts';
import { useUndoable } from '#client/features/manage/form/use-undoable.ts';
import { serviceTexts } from '#client/features/manage/services/service-texts.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { flagTexts, obstacleTexts } from './flag-texts.ts';
import type { FlagName, Obstacle } from './why-not.ts';

export interface FlagCellProps {
  readonly service: ServiceName;
  readonly flag: FlagName;
  readonly feature: CustomerFeature;
  readonly inForce: boolean;
  /** The first reason why it is not in force. */
  readonly obstacle: Obstacle | null;
}

/**
 * One flag: the switch shows the stored value; beside it stands whether the flag is in force, and if not, why. Calls in progress
 * follow at once. Switching a service off ends its calls for good, so it asks first.
 */
export const FlagCell = ({ service, flag, feature, inForce, obstacle }: FlagCellProps) => {
  const { t, i18n } = useLingui();
  const change = useUndoable('features');
  const [asking, setAsking] = useState(false);
  const [flagText, serviceText] = [i18n._(flagTexts[flag]), i18n._(serviceTexts[service])];
  const stored = feature[flag];
  const set = (on: boolean) =>
    change.mutate({
      id: feature.id,
      body: { [flag]: on },
      reverse: (before) => ({ [flag]: before[flag] }),
      done: <Done service={serviceText} flag={flag} on={on} />,
    });
  return (
    <>
      <Switch
        label={t`${serviceText}: ${flagText}`}
        labelHidden
        details={<FlagState inForce={inForce} obstacle={obstacle} />}
        checked={change.isPending ? change.variables.body[flag] === true : stored}
        onChange={(on) => (flag === 'enabled' && !on ? setAsking(true) : set(on))}
      />
      {asking && (
        <ConfirmDialog
          title={t`Switch ${serviceText} off?`}
          confirmLabel={t`Switch off`}
          dangerous
          onConfirm={() => {
            setAsking(false);
            set(false);
          }}
          onCancel={() => setAsking(false)}
        >
          {service === 'service_video_chat' ? (
            <Trans>All calls of this customer end at once, those of groups too.</Trans>
          ) : (
            <Trans>All group calls of this customer end at once.</Trans>
          )}
        </ConfirmDialog>
      )}
    </>
  );
};

interface DoneProps {
  readonly service: string;
  readonly flag: FlagName;
  readonly on: boolean;
}

/** What has happened, also to others. */
const Done = ({ service, flag, on }: DoneProps) => {
  const { i18n } = useLingui();
  const feature = i18n._(flagTexts[flag]);
  if (on) {
    return (
      <Trans>
        {service}: “{feature}” is on, also in calls in progress.
      </Trans>
    );
  }
  if (flag === 'enabled') return <Trans>{service} is off. Its calls in progress have ended.</Trans>;
  return (
    <Trans>
      {service}: “{feature}” is off, also in calls in progress.
    </Trans>
  );
};

const FlagState = ({ inForce, obstacle }: Pick<FlagCellProps, 'inForce' | 'obstacle'>) => {
  const { i18n } = useLingui();
  if (inForce) {
    return (
      <State color="success">
        <CircleCheck size={15} aria-hidden />
        <Trans>In force</Trans>
      </State>
    );
  }
  // Off because it is switched off is as intended; anything else is in the way.
  const intended = obstacle === 'flag-off' || obstacle === null;
  return (
    <State color={intended ? 'ink.muted' : 'warning'}>
      {intended ? <CircleMinus size={15} aria-hidden /> : <CircleSlash size={15} aria-hidden />}
      {obstacle === null ? <Trans>Not in force yet</Trans> : i18n._(obstacleTexts[obstacle])}
    </State>
  );
};

const State = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '1.5', '& svg': { flexShrink: '0' } },
});
