import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { countGuests, type GroupFormTexts } from '#client/forms/group-form.ts';
import { violationText } from '#client/i18n/error-text.ts';
import { AutoRecordBox } from '#client/stage/groups/auto-record-box.tsx';
import { GuestsField } from '#client/stage/groups/guests-field.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { DateAndTime } from '#client/ui/date-and-time.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { tooLargeForCall } from '#protocol/group-size.ts';
import { pairsOfText } from './group-schema.ts';
import { MembersField } from './members-field.tsx';

interface FieldAttributes {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
}

export interface GroupFieldsProps {
  readonly texts: FormTexts;
  readonly field: (name: keyof GroupFormTexts) => FieldAttributes;
  /** Null: not chosen yet. */
  readonly ownerId: string | null;
  /** IANA name of the time zone of dates and times; null: not known yet. */
  readonly zone: string | null;
}

/** The fields of a group that can be changed. */
export const GroupFields = ({ texts, field, ownerId, zone }: GroupFieldsProps) => {
  const { t, i18n } = useLingui();
  const { name, guests: guestsText = '', memberPairs = '', autoRecord } = texts;
  const { startDate, startTime, endDate, endTime } = texts;
  const [members, setMembers] = useState(() => pairsOfText(memberPairs).length);
  const [guests, setGuests] = useState(() => countGuests(guestsText));
  const tooLarge = tooLargeForCall(members, guests);
  return (
    <>
      <TextField
        label={t`Group name`}
        reserve={false}
        autoComplete="off"
        required
        defaultValue={name}
        {...field('name')}
      />
      {ownerId !== null && (
        <MembersField key={ownerId} ownerId={ownerId} text={memberPairs} onChange={setMembers} />
      )}
      <GuestsField text={guestsText} field={field('guests')} onCount={setGuests} />
      <div role="status">{tooLarge && <Banner tone="warning">{i18n._(violationText[tooLarge])}</Banner>}</div>
      <DateAndTime
        legend={t`Start (optional)`}
        dateLabel={t`Start date`}
        timeLabel={t`Start time`}
        note={zone && <Trans>Times are in the time zone {zone}.</Trans>}
      >
        {{
          date: { defaultValue: startDate ?? '', ...field('startDate') },
          time: { defaultValue: startTime ?? '', ...field('startTime') },
        }}
      </DateAndTime>
      <DateAndTime legend={t`End (optional)`} dateLabel={t`End date`} timeLabel={t`End time`}>
        {{
          date: { defaultValue: endDate ?? '', ...field('endDate') },
          time: { defaultValue: endTime ?? '', ...field('endTime') },
        }}
      </DateAndTime>
      <AutoRecordBox text={autoRecord} field={field('autoRecord')} />
    </>
  );
};
