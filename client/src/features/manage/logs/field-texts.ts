import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { flagTexts } from '#client/features/manage/customer/flag-texts.ts';
import { serviceTexts } from '#client/features/manage/services/service-texts.ts';
import { reasonTexts } from '#client/features/manage/statistics/reason-text.ts';
import { eventText } from '#client/features/manage/webhooks/event-text.ts';
import { formatText } from '#client/stage/recordings/format-text.ts';
import { sourceText } from '#client/stage/recordings/state-text.ts';
import { columnTexts } from './column-texts.ts';
import { type ExportTexts, exportText } from './export-texts.ts';
import { filterTexts } from './filter-texts.ts';
import { actionTexts, resourceTexts } from './log-texts.ts';
import {
  bothLanguages,
  enabledOrNot,
  type FieldText,
  kbps,
  language,
  oneOf,
  onOff,
  time,
  timeZone,
} from './value-texts.ts';

/** What a file of a recording shows; names of people stand as they are. */
const recordedTexts = {
  ...sourceText,
  ...formatText,
  archive: msg`All files (ZIP)`,
};

type FieldTexts = Readonly<Record<string, FieldText>>;

const name: FieldText = { label: msg`Name` };
const mail: FieldText = { label: msg`E-mail address` };
const customer: FieldText = { label: msg`Customer` };
const service: FieldText = { label: msg`Service` };
const state: FieldText = { label: msg`State`, show: enabledOrNot };
const bound = { show: time, none: msg`Always` };
const unspecified = msg`Unspecified`;
const processing = { show: enabledOrNot, none: unspecified };
const flag = (label: MessageDescriptor): FieldText => ({ label, show: onOff });

/** The fields that an entry may say were changed, and the filters that one about an export may name, by the path of the resource and by their names at the API. */
export const fieldTexts: Readonly<Record<string, FieldTexts>> = {
  users: {
    email: mail,
    nickname: name,
    isManager: { label: msg`Role`, show: oneOf({ true: msg`Manager`, false: msg`User` }) },
    lang: { label: msg`Language of e-mails`, show: language },
    verified: {
      label: msg`State`,
      show: oneOf({ VERIFIED: msg`Verified`, UNVERIFIED: msg`Invited or not verified` }),
    },
    type: { label: msg`Role`, show: oneOf({ MANAGER: msg`Manager`, USER: msg`User` }) },
    customer,
  },
  devices: {
    serialNumber: { label: msg`Serial number` },
    name,
    state,
    online: { label: msg`Connection`, show: oneOf({ true: msg`Online`, false: msg`Offline` }) },
    answersByItself: flag(msg`Answer automatically`),
    customer,
  },
  pairs: {
    owner: { label: msg`Invited by` },
    mail,
    serialLong: { label: msg`Serial number` },
    name,
    state: {
      label: msg`State`,
      show: oneOf({ VERIFIED: msg`Approved`, INVITED: msg`Waiting for approval` }),
    },
  },
  groups: {
    owner: { label: msg`Owner` },
    name,
    memberPairs: { label: msg`Members` },
    guests: { label: msg`Guests` },
    state: {
      label: msg`State`,
      show: oneOf({
        now: msg`Open now`,
        before: msg`Not open yet`,
        after: msg({ message: 'Ended', context: 'group' }),
      }),
    },
    start: { label: msg`Start`, ...bound },
    end: { label: msg`End`, ...bound },
    autoRecord: flag(msg`Record every call on the server`),
  },
  customers: {
    name,
    mail,
    timeZone: { label: msg`Time zone`, show: timeZone },
    state: {
      label: msg`State`,
      show: oneOf({ VERIFIED: msg`Verified`, UNVERIFIED: msg`Not verified` }),
    },
    recordingKeepDays: {
      label: msg`Keep recordings for how many days`,
      none: msg`Kept as long as the installation’s default says`,
    },
    recordingQuotaGb: { label: msg`Space for recordings in GB`, none: msg`No limit` },
    recordingFilm: {
      label: msg`Film of each recording`,
      show: oneOf(formatText),
      none: msg`Only on request`,
    },
    managers: { label: msg`Managers` },
  },
  features: {
    customer,
    name: {
      ...service,
      show: oneOf({
        feature_service_video_chat: serviceTexts.service_video_chat,
        feature_service_group_chat: serviceTexts.service_group_chat,
      }),
    },
    enabled: flag(flagTexts.enabled),
    feature_opt_chat_recording: flag(flagTexts.feature_opt_chat_recording),
    feature_opt_chat_share_camera: flag(flagTexts.feature_opt_chat_share_camera),
    feature_opt_chat_share_screen: flag(flagTexts.feature_opt_chat_share_screen),
    feature_opt_chat_share_playback: flag(flagTexts.feature_opt_chat_share_playback),
  },
  services: { name: { ...service, show: oneOf(serviceTexts) }, state },
  settings: {
    video_chat_video_bandwidth: { label: msg`Video bandwidth`, show: kbps },
    video_chat_video_codec: { label: msg`Video codec` },
    video_chat_audio_bandwidth: { label: msg`Audio bandwidth`, show: kbps },
    video_chat_audio_codec: { label: msg`Audio codec`, none: unspecified },
    video_chat_agc: { label: msg`Automatic gain control`, ...processing },
    video_chat_echo_cancellation: { label: msg`Echo cancellation`, ...processing },
    video_chat_noise_suppression: { label: msg`Noise suppression`, ...processing },
  },
  notifications: {
    datetime: { label: msg`Appears`, show: time },
    title: { label: msg`Title`, show: bothLanguages },
    contents: { label: msg`Contents`, show: bothLanguages },
    customer: { label: msg`Audience` },
  },
  recordings: {
    film: { label: msg`Film`, show: oneOf(recordedTexts) },
    file: { label: msg`File`, show: oneOf(recordedTexts) },
    link: { label: msg`Share link of`, show: time },
    end: { label: msg`Share link works until`, show: time },
    start: { label: msg`Started` },
    state: {
      label: msg`State`,
      show: oneOf({
        starting: msg`Starting`,
        recording: msg`Recording`,
        finishing: msg`Processing`,
        ready: msg({ message: 'Ready', context: 'recording' }),
        interrupted: msg`Interrupted`,
        failed: msg`Failed`,
      }),
    },
    passwordAsked: flag(msg`Password`),
  },
  webhooks: {
    name,
    url: { label: msg`Address` },
    events: { label: msg`Events`, show: oneOf(eventText) },
    enabled: state,
    customer,
  },
  connections: {
    kind: { label: msg`Kind of call`, show: oneOf({ direct: msg`1-to-1`, group: msg`Group` }) },
    start: { label: msg`Started` },
    relayed: { label: msg`Relayed`, show: oneOf({ true: msg`Yes`, false: msg`No` }) },
    owner: { label: msg`Participant` },
    peerId: { label: msg`With` },
    callId: { label: msg`Call` },
    endReason: { label: msg`How it ended`, show: oneOf(reasonTexts) },
  },
  mails: {
    created: { label: msg`Written` },
    state: {
      label: msg`State`,
      show: oneOf({
        PENDING: msg`Waiting`,
        UNCERTAIN: msg`Uncertain`,
        FAILED: msg`Failed`,
        SENT: msg`Sent`,
      }),
    },
  },
  webhook_deliveries: {
    event: { label: msg`Event`, show: oneOf(eventText) },
    state: {
      label: msg`State`,
      show: oneOf({ PENDING: msg`Not delivered yet`, DELIVERED: msg`Delivered`, FAILED: msg`Failed` }),
    },
  },
  tasks: {
    created: { label: msg`Started` },
    state: {
      label: msg`State`,
      show: oneOf({
        loading: msg`Not checked yet`,
        checking: msg`Checking`,
        checked: msg`Ready to run`,
        running: msg`Running`,
        finished: msg`Finished`,
        cancelled: msg({ message: 'Cancelled', context: 'task' }),
      }),
    },
  },
  task_rows: {
    state: {
      label: msg`Result`,
      show: oneOf({
        failed: msg`Failed`,
        done: msg`Done`,
        unchanged: msg`Nothing to change`,
        waiting: msg`Waiting`,
        cancelled: msg`Not run`,
      }),
    },
    outcome: {
      label: msg`Check`,
      show: oneOf({
        add: msg`Will be added`,
        change: msg`Will be changed`,
        same: msg`Nothing to change`,
        error: msg`Can’t be imported`,
      }),
    },
  },
  logs: {
    resourceId: { label: msg`Object` },
    actorId: { label: msg`By` },
    action: { label: msg`Action`, show: oneOf(actionTexts) },
    resource: { label: msg`Object`, show: oneOf(resourceTexts) },
  },
  admins: { email: mail },
  calls: { members: { label: msg`Participant` } },
  guest_links: {
    group: { label: msg`Group` },
    mail,
    maxGuests: { label: msg`Guests at the same time` },
  },
};

/** Undefined: the field is shown by its name at the API. */
export function fieldText(resource: string, field: string): FieldText | undefined {
  const texts = exportTextsOf(resource);
  return texts.ofField(field) ?? exportText(field, texts);
}

/** The words of a resource for its fields, filters and columns. */
export function exportTextsOf(resource: string): ExportTexts {
  const [fields, filters] = [own(fieldTexts, resource), own(filterTexts, resource)];
  const columns = own<Readonly<Record<string, MessageDescriptor>>>(columnTexts, resource);
  return {
    ofField: (name) => (fields && own(fields, name)) ?? (filters && own(filters, name)),
    ofColumn: (name) => columns && own(columns, name),
  };
}

/** What a server names is no property that every object has. */
const own = <Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
