import { Trans, useLingui } from '@lingui/react/macro';
import { Fact, FactList } from '#client/features/manage/shell/fact-list.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import type { Device } from './device.ts';
import { LastSeen, OnlineWord } from './device-words.tsx';

/** What is known of a device. */
export const DeviceFacts = ({ device }: { readonly device: Device }) => {
  const { t } = useLingui();
  const { serialPrinted, serialLong, name, customerName, answersByItself, online, lastSeen, registered } =
    device;
  return (
    <Panel aria-label={t`Details`}>
      <FactList>
        <Fact name={t`Serial number`}>{serialPrinted}</Fact>
        <Fact name={t`Serial number, long form`}>
          <span style={{ whiteSpace: 'pre-wrap' }}>{serialLong}</span>
        </Fact>
        <Fact name={t`Name`}>{name || '–'}</Fact>
        <Fact name={t`Customer`}>{customerName}</Fact>
        <Fact name={t`Connection`}>
          <OnlineWord online={online} />
        </Fact>
        <Fact name={t`Last seen`}>
          <LastSeen online={online} lastSeen={lastSeen} />
        </Fact>
        <Fact name={t`Answer automatically`}>{answersByItself ? <Trans>On</Trans> : <Trans>Off</Trans>}</Fact>
        <Fact name={t`Registered`}>
          <ShortTime time={registered} />
        </Fact>
      </FactList>
    </Panel>
  );
};
