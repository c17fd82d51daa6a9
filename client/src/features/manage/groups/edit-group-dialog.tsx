import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { GroupFields } from './group-fields.tsx';
import {
  GROUP_FIELDS,
  GROUP_PROPERTIES,
  GroupSchema,
  groupBody,
  managedGroupTexts,
  wrongDates,
} from './group-schema.ts';
import { MemberNames } from './member-names.tsx';

export interface EditGroupDialogProps {
  readonly version: Tagged<Group>;
  /** IANA name of the time zone of dates and times; stays the same. */
  readonly zone: string;
  readonly onClose: () => void;
}

/** Changes a group; its owner stays. */
export const EditGroupDialog = ({ version, zone, onClose }: EditGroupDialogProps) => {
  const { t } = useLingui();
  const { id, owner } = version.item;
  const ownerId = idOfIri(owner);
  const form = useEditForm({
    path: 'groups',
    id,
    version,
    schema: GroupSchema,
    fields: GROUP_FIELDS,
    across: wrongDates(zone),
    properties: GROUP_PROPERTIES,
    textsOf: (group) => managedGroupTexts(group, zone),
    bodyOf: (values) => groupBody(values, zone),
    labels: {
      name: t`Group name`,
      memberPairs: t`Members`,
      guests: t`Guests`,
      startDate: t`Start date`,
      startTime: t`Start time`,
      endDate: t`End date`,
      endTime: t`End time`,
      autoRecord: t`Record every call on the server`,
    },
    wordsOf: (field, text) => {
      if (field === 'autoRecord') return text === '' ? t`Off` : t`On`;
      return field === 'memberPairs' && text !== '' ? (
        <MemberNames ownerId={ownerId} text={text} />
      ) : undefined;
    },
    onSaved: onClose,
    // Who has left a group, or has come to it, has noticed.
    told: { done: () => <Trans>Group saved</Trans>, undoable: ['name', 'autoRecord', 'start', 'end'] },
  });
  return (
    <>
      <SendDialog
        title={t`Edit group`}
        width="40rem"
        form={form}
        submitLabel={<Trans>Save</Trans>}
        onClose={onClose}
      >
        <GroupFields texts={form.texts} field={form.field} ownerId={ownerId} zone={zone} />
      </SendDialog>
      {form.question}
    </>
  );
};
