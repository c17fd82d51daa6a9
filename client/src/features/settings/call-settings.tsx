import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Item, Merge } from '#client/api/api-types.ts';
import { mergeItem } from '#client/api/call-api.ts';
import { currentSettingsQuery } from '#client/api/queries/current-settings.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { Segmented } from '#client/ui/segmented.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AUDIO_BANDWIDTHS, AUDIO_CODECS, VIDEO_BANDWIDTHS, VIDEO_CODECS } from '#protocol/call-settings.ts';
import { missingCodecs } from './missing-codecs.ts';
import { ApplyBar, type Pending, SettingsSection } from './settings-section.tsx';

/** In a form; `null` in the API. */
const UNSPECIFIED = '';

const numbers = <const Values extends readonly number[]>(values: Values) =>
  v.pipe(v.string(), v.transform(Number), v.picklist(values));
const processing = v.pipe(
  v.picklist([UNSPECIFIED, 'true', 'false']),
  v.transform((text) => (text === UNSPECIFIED ? null : text === 'true')),
);

const FormSchema = v.object({
  videoBandwidth: numbers(VIDEO_BANDWIDTHS),
  videoCodec: v.picklist(VIDEO_CODECS),
  audioBandwidth: numbers(AUDIO_BANDWIDTHS),
  audioCodec: v.pipe(
    v.picklist([UNSPECIFIED, ...AUDIO_CODECS]),
    v.transform((codec) => (codec === UNSPECIFIED ? null : codec)),
  ),
  agc: processing,
  echoCancellation: processing,
  noiseSuppression: processing,
});

const bodyOf = (values: v.InferOutput<typeof FormSchema>): Merge<'settings'> => ({
  video_chat_video_bandwidth: values.videoBandwidth,
  video_chat_video_codec: values.videoCodec,
  video_chat_audio_bandwidth: values.audioBandwidth,
  video_chat_audio_codec: values.audioCodec,
  video_chat_agc: values.agc,
  video_chat_echo_cancellation: values.echoCancellation,
  video_chat_noise_suppression: values.noiseSuppression,
});

export interface CallSettingsProps {
  readonly settings: Item<'settings'>;
  readonly pending: Pending;
}

/** How the user's calls send picture and sound. */
export const CallSettings = ({ settings, pending }: CallSettingsProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const apply = useMutation({
    mutationFn: (values: v.InferOutput<typeof FormSchema>) =>
      mergeItem('settings', settings.id, bodyOf(values)),
    onSuccess: (changed) => {
      pending.setModified(null);
      showSnackbar('success', <Trans>Settings applied</Trans>);
      queryClient.setQueryData(currentSettingsQuery().queryKey, changed);
    },
  });
  const form = useValidatedForm(FormSchema, (values) => apply.mutate(values));
  const modified = pending.modified === 'calls';
  const missing = missingCodecs();
  const codec = (name: string) => ({
    value: name,
    label: missing.has(name.toLowerCase()) ? t`${name} (not in this browser)` : name,
  });
  const kbps = (value: number) => ({ value: String(value), label: t`${value} kbps` });
  return (
    <chakra.form
      {...form.formProps}
      key={JSON.stringify(settings)}
      onInput={() => pending.setModified('calls')}
      onReset={() => {
        apply.reset();
        pending.setModified(null);
      }}
    >
      <SettingsSection
        title={t`Calls`}
        lead={
          <Trans>
            For 1-to-1 calls. Changes apply to the current call and to later ones. If a browser doesn’t
            support a codec, it uses another one.
          </Trans>
        }
        waiting={pending.modified !== null && !modified}
        footer={
          modified && (
            <ApplyBar
              busy={apply.isPending}
              error={apply.error && t`The settings couldn’t be applied.`}
              onCancel={() => form.formProps.ref.current?.reset()}
            />
          )
        }
      >
        <chakra.div
          display="grid"
          columnGap="4"
          rowGap="2"
          gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        >
          <SelectField
            label={t`Video bandwidth`}
            options={VIDEO_BANDWIDTHS.map(kbps)}
            defaultValue={String(settings.video_chat_video_bandwidth)}
            {...form.field('videoBandwidth')}
          />
          <SelectField
            label={t`Video codec`}
            options={VIDEO_CODECS.map(codec)}
            defaultValue={settings.video_chat_video_codec}
            {...form.field('videoCodec')}
          />
          <SelectField
            label={t`Audio bandwidth`}
            options={AUDIO_BANDWIDTHS.map(kbps)}
            defaultValue={String(settings.video_chat_audio_bandwidth)}
            {...form.field('audioBandwidth')}
          />
          <SelectField
            label={t`Audio codec`}
            hint={t`Unspecified: the browser decides`}
            options={[{ value: UNSPECIFIED, label: t`Unspecified` }, ...AUDIO_CODECS.map(codec)]}
            defaultValue={settings.video_chat_audio_codec ?? UNSPECIFIED}
            {...form.field('audioCodec')}
          />
        </chakra.div>
        <Processing label={t`Automatic gain control`} name="agc" value={settings.video_chat_agc} />
        <Processing
          label={t`Echo cancellation`}
          name="echoCancellation"
          value={settings.video_chat_echo_cancellation}
        />
        <Processing
          label={t`Noise suppression`}
          name="noiseSuppression"
          value={settings.video_chat_noise_suppression}
        />
      </SettingsSection>
    </chakra.form>
  );
};

interface ProcessingProps {
  readonly label: string;
  readonly name: 'agc' | 'echoCancellation' | 'noiseSuppression';
  readonly value: boolean | null;
}

const Processing = ({ label, name, value }: ProcessingProps) => {
  const { t } = useLingui();
  return (
    <Segmented
      label={label}
      name={name}
      options={[
        { value: UNSPECIFIED, label: t`Unspecified` },
        { value: 'false', label: t`Disabled` },
        { value: 'true', label: t`Enabled` },
      ]}
      defaultValue={value === null ? UNSPECIFIED : String(value)}
    />
  );
};
