import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Customer } from '#client/api/api-types.ts';
import { recordingUseQuery } from '#client/api/queries/recordings.ts';
import { Fact, FactList } from '#client/features/manage/shell/fact-list.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { sizeText } from '#client/stage/recordings/state-text.ts';
import { Panel } from '#client/ui/panel.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { CustomerMail } from './customer-mail.tsx';
import { timeZoneText } from './time-zones.ts';

/** The settings of a customer as they are. */
export const CustomerDetails = ({ customer }: { readonly customer: Customer }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { name, timeZone, recordingKeepDays, created, isDefault } = customer;
  return (
    <Panel aria-label={t`Settings`}>
      <FactList>
        <Fact name={t`Name`}>{name}</Fact>
        <Fact name={t`E-mail address`}>
          <CustomerMail customer={customer} />
        </Fact>
        <Fact name={t`Time zone`}>
          {timeZone} ({timeZoneText(timeZone, language)})
        </Fact>
        <Fact name={t`Recordings`}>
          {recordingKeepDays === null ? (
            <Trans>Kept as long as the installation’s default says</Trans>
          ) : (
            <Plural value={recordingKeepDays} one="Kept for # day" other="Kept for # days" />
          )}
        </Fact>
        <Fact name={t`Space for recordings`}>
          <RecordingSpace id={customer.id} />
        </Fact>
        <Fact name={t`Sign-up`}>
          {isDefault ? (
            <Trans>People who sign up belong to this customer</Trans>
          ) : (
            <Trans>Managers add the users</Trans>
          )}
        </Fact>
        <Fact name={t`Added`}>
          <ShortTime time={created} />
        </Fact>
      </FactList>
    </Panel>
  );
};

/** How much of it is used. */
const RecordingSpace = ({ id }: { readonly id: string }) => {
  const { data, error } = useQuery(recordingUseQuery(id));
  if (error) return <Trans>Unknown</Trans>;
  if (!data) return '…';
  const used = sizeText(data.bytes);
  if (data.quotaBytes === null) return <Trans>{used} used, no limit</Trans>;
  const space = sizeText(data.quotaBytes);
  return data.bytes < data.quotaBytes ? (
    <Trans>
      {used} of {space} used
    </Trans>
  ) : (
    <chakra.span color="danger">
      <Trans>
        {used} of {space} used: no recording starts until some are deleted
      </Trans>
    </chakra.span>
  );
};
