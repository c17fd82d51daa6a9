import { Trans } from '@lingui/react/macro';
import { Checkbox } from '#client/ui/checkbox.tsx';

export interface AutoRecordBoxProps {
  /** `on` where it is ticked at first. */
  readonly text: string | undefined;
  readonly field: { readonly name: string; readonly onChange: () => void };
}

/** Whether each call of a group is recorded. */
export const AutoRecordBox = ({ text, field: { name, onChange } }: AutoRecordBoxProps) => (
  <Checkbox
    name={name}
    value="on"
    defaultChecked={text === 'on'}
    onChange={onChange}
    details={
      <Trans>
        From its beginning, where recording is allowed. Everyone in the call sees that it is recorded, and the
        owner can stop it.
      </Trans>
    }
  >
    <Trans>Record every call on the server</Trans>
  </Checkbox>
);
