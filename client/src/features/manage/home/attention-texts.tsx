import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import {
  CircleStop,
  HardDrive,
  Link2,
  ListX,
  type LucideIcon,
  MailX,
  ServerOff,
  ShieldQuestionMark,
  TabletSmartphone,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { objectPages } from '#client/features/manage/shell/object-pages.ts';
import { taskNameText } from '#client/features/manage/task/task-words.ts';
import {
  type AttentionKind,
  FAILURE_DAYS,
  SILENT_DEVICE_DAYS,
  UNANSWERED_INVITATION_DAYS,
} from '#protocol/attention-kinds.ts';
import { idOfIri } from '#protocol/rest/field.ts';

interface AttentionLook {
  readonly icon: LucideIcon;
  readonly tone: 'danger' | 'warning';
  /** `count` is said by the words around it. */
  readonly text: (count: number) => ReactNode;
  /** Where all of them are; null where no screen shows them. */
  readonly list: string | null;
  /** Where one of them is. */
  readonly item: (id: string) => string;
  /** How one of them is called, where the server's name is none for people. */
  readonly name?: (i18n: I18n, name: string) => string;
}

export const attentionLooks: Readonly<Record<AttentionKind, AttentionLook>> = {
  'disk-low': {
    icon: HardDrive,
    tone: 'danger',
    text: () => <Trans>The server’s disk is filling up</Trans>,
    list: null,
    item: () => '/manager',
    name: (i18n, megabytes) => i18n._(msg`${megabytes} MB are free`),
  },
  'media-nodes-missing': {
    icon: ServerOff,
    tone: 'danger',
    text: () => <Trans>No media node takes new calls: no group call can start</Trans>,
    list: '/manager/nodes',
    item: () => '/manager/nodes',
  },
  'webhooks-failing': {
    icon: Webhook,
    tone: 'danger',
    text: (count) => <Plural value={count} one="# webhook is failing" other="# webhooks are failing" />,
    list: '/manager/webhooks',
    item: (id) => `/manager/webhooks/${idOfIri(id)}`,
  },
  'recordings-interrupted': {
    icon: CircleStop,
    tone: 'danger',
    text: (count) => (
      <Trans>
        <Plural value={count} one="# recording was interrupted" other="# recordings were interrupted" /> in
        the last {FAILURE_DAYS} days
      </Trans>
    ),
    list: '/manager/recordings?state=interrupted',
    item: () => '/manager/recordings?state=interrupted',
  },
  'mails-failed': {
    icon: MailX,
    tone: 'danger',
    text: (count) => (
      <Trans>
        <Plural value={count} one="# mail could not be sent" other="# mails could not be sent" /> in the last{' '}
        {FAILURE_DAYS} days
      </Trans>
    ),
    list: '/manager/mails?state=FAILED',
    item: () => '/manager/mails?state=FAILED',
  },
  'tasks-failed': {
    icon: ListX,
    tone: 'danger',
    text: (count) => (
      <Trans>
        <Plural value={count} one="# task has failed rows" other="# tasks have failed rows" /> from the last{' '}
        {FAILURE_DAYS} days
      </Trans>
    ),
    list: '/manager/tasks',
    item: (id) => `/manager/tasks/${idOfIri(id)}?state=failed`,
    name: taskNameText,
  },
  'customers-unverified': {
    icon: ShieldQuestionMark,
    tone: 'warning',
    text: (count) => (
      <Plural value={count} one="# customer is not verified" other="# customers are not verified" />
    ),
    list: '/manager/customer?state=UNVERIFIED',
    item: (id) => `/manager/customer/${idOfIri(id)}`,
  },
  'devices-silent': {
    icon: TabletSmartphone,
    tone: 'warning',
    text: (count) => (
      <Trans>
        <Plural value={count} one="# device has not been seen" other="# devices have not been seen" /> for{' '}
        {SILENT_DEVICE_DAYS} days
      </Trans>
    ),
    list: '/manager/devices?state=ENABLED',
    item: (id) => `/manager/devices/${idOfIri(id)}`,
  },
  'invitations-unanswered': {
    icon: Link2,
    tone: 'warning',
    text: (count) => (
      <Trans>
        <Plural
          value={count}
          one="# invitation has not been answered"
          other="# invitations have not been answered"
        />{' '}
        for {UNANSWERED_INVITATION_DAYS} days
      </Trans>
    ),
    list: '/manager/pairs?state=INVITED',
    item: (id) => objectPages.pairs(idOfIri(id)),
  },
};
