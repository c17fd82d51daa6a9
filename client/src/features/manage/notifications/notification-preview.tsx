import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { installationQuery } from '#client/api/queries/installation.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { type Language, languageNames } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { serverNow } from '#client/server-clock.ts';
import { Banner } from '#client/ui/banner.tsx';
import { timeTexts } from '#client/ui/date-text.ts';
import { NotificationText } from '#client/ui/notification-text.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { appearance, appearsAt } from './notification-schema.ts';

export interface NotificationPreviewProps {
  /** As they stand in the form. */
  readonly texts: FormTexts;
  readonly zone: string;
  /** Users see it already: that its time has passed is nothing new. */
  readonly isVisible?: boolean;
}

/** What is written, as a reader of either language will see it. */
export const NotificationPreview = ({ texts, zone, isVisible = false }: NotificationPreviewProps) => {
  const { t } = useLingui();
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const { date = '', time = '' } = texts;
  const appears = appearsAt({ date, time }, zone);
  const { data: installation } = useQuery(installationQuery());
  const days = installation?.notificationKeepDays ?? Number.POSITIVE_INFINITY;
  const when = appearance(appears, isVisible, days, serverNow());
  const shownTime = appears ?? new Date(serverNow()).toISOString();
  const timeText = timeTexts(shownTime, language, zone).narrow;
  const title = (language === 'ja' ? texts.titleJa : texts.titleEn) ?? '';
  const contents = (language === 'ja' ? texts.contentsJa : texts.contentsEn) ?? '';
  return (
    <chakra.section aria-label={t`Preview`} display="grid" gap="2">
      {when === 'past' && (
        <Banner tone="warning">
          <Trans>This time has passed. Users see the notification at once.</Trans>
        </Banner>
      )}
      {when === 'over' && (
        <Banner tone="error">
          <Trans>
            Notifications are deleted <Plural value={days} one="# day" other="# days" /> after they appear.
            Choose a later date.
          </Trans>
        </Banner>
      )}
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2">
        <chakra.h3 textStyle="label">
          <Trans>Preview</Trans>
        </chakra.h3>
        <chakra.div minW="14rem">
          <Segmented
            name=""
            label={t`Language of the preview`}
            labelHidden
            options={[
              { value: 'ja', label: languageNames.ja, lang: 'ja' },
              { value: 'en', label: languageNames.en, lang: 'en' },
            ]}
            value={language}
            onChange={setLanguage}
          />
        </chakra.div>
      </chakra.div>
      <Panel as="div" padding="none" lang={language} display="flex" gap="3" px="4" py="4" whiteSpace="normal">
        <chakra.span
          aria-hidden
          mt="2"
          width="2.5"
          height="2.5"
          flexShrink="0"
          borderRadius="full"
          bg="primary"
        />
        <NotificationText
          title={title || '–'}
          contents={contents}
          time={<time dateTime={shownTime}>{timeText}</time>}
          unread
        />
      </Panel>
    </chakra.section>
  );
};
