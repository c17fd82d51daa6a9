import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleMinus, CircleSlash } from 'lucide-react';
import type { CustomerFeature, ServiceName } from '#client/api/queries/manage/service-types.ts';
import { useUndoable } from '#client/features/manage/form/use-undoable.ts';
import { ServiceSwitch } from '#client/features/manage/services/service-switch.tsx';
import { serviceTexts } from '#client/features/manage/services/service-texts.ts';
import { Switch, type SwitchProps } from '#client/ui/switch.tsx';
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
 * follow at once.
 */
export const FlagCell = ({ service, flag, feature, inForce, obstacle }: FlagCellProps) => {
  const { t, i18n } = useLingui();
  const change = useUndoable('features');
  const [flagText, serviceText] = [i18n._(flagTexts[flag]), i18n._(serviceTexts[service])];
  const stored = feature[flag];
  // Changes run one after the other: those that wait look like the one that runs.
  const switchingOn = change.isPending && change.variables.body[flag] === true;
  const set = (on: boolean) =>
    change.mutate({
      id: feature.id,
      body: { [flag]: on },
      reverse: (before) => ({ [flag]: before[flag] }),
      done: <Done service={serviceText} flag={flag} on={on} />,
    });
  const control: SwitchProps = {
    label: t`${serviceText}: ${flagText}`,
    labelHidden: true,
    details: (
      <FlagState inForce={inForce} obstacle={switchingOn && obstacle === 'flag-off' ? null : obstacle} />
    ),
    checked: change.isPending ? switchingOn : stored,
    onChange: set,
  };
  return flag === 'enabled' ? (
    <ServiceSwitch service={service} scope="customer" {...control} />
  ) : (
    <Switch {...control} />
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
