import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';

type Titles = Readonly<Record<string, MessageDescriptor>>;

const name = msg`Name`;
const mail = msg`E-mail address`;
const state = msg`State`;
const customerName = msg`Customer`;
const owner = msg`Owner`;
const created = msg`Created`;
const started = msg`Started`;
const registered = msg`Registered`;
const changes = msg`Before and after`;
const endedHow = msg`How it ended`;
const participant = msg`Participant`;

/**
 * Titles of the columns of exports, by the path of the resource and the field of the column: those of the exported lists. A list without an
 * export in the console has none.
 */
export const columnTexts: Readonly<Record<ExportedResource, Titles>> = {
  users: {
    nickname: name,
    email: mail,
    state,
    type: msg`Role`,
    customerName,
    registered,
    lang: msg`Language of e-mails`,
  },
  admins: { email: mail, verified: state, pendingEmail: msg`New e-mail address`, registered },
  devices: {
    serialPrinted: msg`Serial number`,
    name,
    state,
    online: msg`Connection`,
    seen: msg`Last seen`,
    lastSeen: msg`Last seen`,
    customerName,
    registered,
    serialLong: msg`Serial number, long form`,
  },
  pairs: {
    label: msg`Pair`,
    with: msg`With`,
    ownerName: msg`Invited by`,
    state,
    presence: msg`Connection`,
    created,
    customerName,
  },
  groups: {
    name,
    state,
    ownerName: owner,
    customerName,
    memberLabel: msg`Members`,
    start: msg`Start`,
    end: msg`End`,
    created,
  },
  guest_links: {},
  customers: {
    name,
    mail,
    state,
    userCount: msg`Users`,
    deviceCount: msg`Devices`,
    managerCount: msg`Managers`,
    timeZone: msg`Time zone`,
    created: msg`Added`,
  },
  features: {},
  services: {},
  connections: {
    participant,
    // Of exports before version 1.0.8.
    ownerName: participant,
    endReason: endedHow,
    kind: msg`Kind of call`,
    name: msg`With`,
    callKind: msg`Kind of call`,
    start: started,
    duration: msg`Duration`,
    ending: endedHow,
    setUpTime: msg`Set-up time`,
    connectionQuality: msg`Quality`,
    bytes: msg`Data`,
    relayed: msg`Relayed`,
    customerName,
  },
  recordings: {
    name: msg`Call`,
    state,
    ownerName: owner,
    startedBy: msg`Recorded by`,
    start: started,
    duration: msg({ message: 'Duration', context: 'recording' }),
    bytes: msg`Size`,
    fault: msg`What happened`,
    customerName,
    expires: msg`Deleted automatically`,
  },
  notifications: {
    title: msg`Title`,
    state,
    datetime: msg`Appears`,
    audience: msg`Audience`,
    contents: msg`Contents`,
  },
  webhooks: {
    label: name,
    state,
    url: msg`Address`,
    events: msg`Events`,
    customerName,
    failingSince: msg`Failing since`,
    created,
  },
  webhook_deliveries: {
    created,
    event: msg`Event`,
    state,
    lastStatus: msg`HTTP status`,
    lastDuration: msg`Took`,
    attempts: msg`Attempts`,
    lastError: msg`Error`,
    nextAttempt: msg`Next attempt`,
  },
  logs: {
    datetime: msg`Time`,
    action: msg`Action`,
    object: msg`Object`,
    by: msg`By`,
    changes,
    address: msg`IP address`,
    customerName,
  },
  mails: {
    recipient: msg`Recipient`,
    state,
    kind: msg`About`,
    subject: msg`Subject`,
    created: msg`Written`,
    settled: msg`Sent or failed`,
  },
  tasks: {
    title: msg`Task`,
    fileName: msg`File`,
    state,
    total: msg`Rows`,
    done: msg`Done`,
    failed: msg`Failed`,
    created: started,
    finished: msg`Finished`,
  },
  task_rows: {
    line: msg`Row`,
    name: msg`Item`,
    outcome: msg`Result of the check`,
    state: msg`Result`,
    changes,
    error: msg`Why it failed`,
    fields: msg`Fields`,
    code: msg`Code`,
  },
};
