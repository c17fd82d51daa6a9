import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';

export type SectionName = 'profile' | 'calls';

/** Which section has been modified and neither applied nor cancelled: the others wait for it. */
export interface Pending {
  readonly modified: SectionName | null;
  readonly setModified: (section: SectionName | null) => void;
}

export interface SettingsSectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** The section cannot be changed now. */
  readonly waiting: boolean;
  /** Below the section, within its frame. */
  readonly footer?: ReactNode;
}

/** A heading and its settings; all of them at rest while another section has changes pending. */
export const SettingsSection = ({ title, lead, children, waiting, footer }: SettingsSectionProps) => {
  const id = useId();
  return (
    <Panel padding="none" aria-labelledby={id}>
      <chakra.fieldset
        disabled={waiting}
        border="0"
        m="0"
        minW="0"
        p={{ base: '4', md: '6' }}
        // What can be changed steps back; the words that say why it waits do not.
        css={{ '& > div': { opacity: waiting ? 0.6 : 1, transition: 'opacity 160ms' } }}
      >
        <chakra.h2 id={id} textStyle="heading">
          {title}
        </chakra.h2>
        {lead && (
          <chakra.p textStyle="small" color="ink.muted" mt="1">
            {lead}
          </chakra.p>
        )}
        {waiting && (
          <chakra.p textStyle="small" color="warning" mt="1">
            <Trans>Apply or cancel your changes first.</Trans>
          </chakra.p>
        )}
        <chakra.div mt="5" display="grid" gap="4">
          {children}
        </chakra.div>
      </chakra.fieldset>
      {footer}
    </Panel>
  );
};

export interface ApplyBarProps {
  readonly busy: boolean;
  readonly error: string | null;
  readonly onCancel: () => void;
}

/** Apply or cancel; stays in sight while there is something to apply. */
export const ApplyBar = ({ busy, error, onCancel }: ApplyBarProps) => {
  const { t } = useLingui();
  return (
    <chakra.div
      role="group"
      aria-label={t`Changed settings`}
      position="sticky"
      bottom="0"
      display="grid"
      gap="3"
      px={{ base: '4', md: '6' }}
      py="3"
      bg="contents.raised"
      borderTop="1px solid"
      borderColor="line"
      borderBottomRadius="lg"
      boxShadow="md"
      animation="rise 200ms"
    >
      {error && <Banner tone="error">{error}</Banner>}
      <chakra.div display="flex" alignItems="center" gap="2" justifyContent="flex-end" flexWrap="wrap">
        <chakra.span flex="1" textStyle="small" color="ink.muted" role="status">
          <Trans>Not applied yet</Trans>
        </chakra.span>
        <Button variant="outline" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={busy}>
          <Check aria-hidden />
          <Trans>Apply</Trans>
        </Button>
      </chakra.div>
    </chakra.div>
  );
};
