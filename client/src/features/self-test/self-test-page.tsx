import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, Check, Copy, Play, RotateCw, Volume2, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { CheckRow } from './check-row.tsx';
import { checkIds, type Findings } from './finding.ts';
import { reportText } from './report-text.ts';
import { type SelfTest, useSelfTest } from './use-self-test.ts';

/** `/selftest`: whether calls will work, for anyone who wants to know. */
export const SelfTestPage = () => <SelfTestScreen />;

/** `/device/selftest`: the same at a kiosk, with a way back to it. */
export const DeviceSelfTestPage = () => (
  <SelfTestScreen
    back={
      <Button variant="outline" asChild>
        <Link to="/device">
          <ArrowLeft aria-hidden />
          <Trans>Back</Trans>
        </Link>
      </Button>
    }
  />
);

const SelfTestScreen = ({ back }: { readonly back?: ReactNode }) => {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const test = useSelfTest(video);
  const filming = test.running.has('camera') || test.running.has('microphone');
  return (
    <Page width="prose">
      <PageHeading
        title={t`Check camera, audio and network`}
        lead={
          <Trans>It takes about 10 seconds. Nothing is recorded. Video and audio stay in this browser.</Trans>
        }
        actions={back}
      />
      <chakra.div display="grid" gap="4">
        <Summary test={test} />
        <Panel padding="none" overflow="hidden">
          <chakra.div
            position="relative"
            aspectRatio="16 / 9"
            maxH="18rem"
            width="full"
            bg="stage"
            display={filming ? 'block' : 'none'}
          >
            <chakra.video
              ref={video}
              muted
              playsInline
              aria-label={t`Your video`}
              width="full"
              height="full"
              objectFit="contain"
              style={{ transform: 'scaleX(-1)' }}
            />
            {test.running.has('microphone') && !test.running.has('camera') && <SpeakNow level={test.level} />}
          </chakra.div>
          <chakra.ul listStyleType="none" data-testid="checks">
            {checkIds.map((id) => (
              <CheckRow
                key={id}
                id={id}
                finding={test.findings[id]}
                running={test.running.has(id)}
                action={id === 'speaker' && <SpeakerActions test={test} />}
              />
            ))}
          </chakra.ul>
        </Panel>
        {test.done && <Report findings={test.findings} />}
      </chakra.div>
    </Page>
  );
};

const Summary = ({ test }: { readonly test: SelfTest }) => {
  if (!test.begun) {
    return (
      <chakra.div>
        <Button size="lg" onClick={test.start} data-testid="start-check">
          <Play aria-hidden />
          <Trans>Start check</Trans>
        </Button>
      </chakra.div>
    );
  }
  if (!test.done) {
    return (
      <Banner tone="info">
        <Trans>Checking… The browser may ask whether this page may use camera and microphone.</Trans>
      </Banner>
    );
  }
  const verdicts = Object.values(test.findings).map(({ verdict }) => verdict);
  const again = (
    <div>
      <Button size="sm" variant="outline" onClick={test.start} data-testid="check-again">
        <RotateCw aria-hidden />
        <Trans>Check again</Trans>
      </Button>
    </div>
  );
  if (verdicts.includes('bad')) {
    return (
      <Banner tone="error" action={again}>
        <Trans>Some things won’t work in a call. See below what to do.</Trans>
      </Banner>
    );
  }
  return (
    <Banner tone={verdicts.includes('weak') ? 'warning' : 'success'} action={again}>
      {verdicts.includes('weak') ? (
        <Trans>Calls will work. Some things could be better.</Trans>
      ) : (
        <Trans>Everything is fine. Calls will work.</Trans>
      )}
    </Banner>
  );
};

const SpeakNow = ({ level }: { readonly level: number }) => (
  <chakra.div
    position="absolute"
    insetInline="0"
    bottom="0"
    p="4"
    bgGradient="to-t"
    gradientFrom="rgb(0 0 0 / 0.75)"
    gradientTo="transparent"
    color="white"
  >
    <chakra.p textStyle="subheading" mb="2" role="status">
      <Trans>Say something, please.</Trans>
    </chakra.p>
    <chakra.div height="2" borderRadius="full" bg="rgb(255 255 255 / 0.25)" overflow="hidden">
      <chakra.div
        height="full"
        borderRadius="full"
        bg="#9CCB6B"
        transition="width 80ms"
        _highContrast={{ forcedColorAdjust: 'none', bg: 'CanvasText' }}
        style={{ width: `${Math.round(level * 100)}%` }}
      />
    </chakra.div>
  </chakra.div>
);

const SpeakerActions = ({ test }: { readonly test: SelfTest }) => {
  if (test.asksForTone) {
    return (
      <chakra.div role="group" display="flex" flexWrap="wrap" gap="2" alignItems="center">
        <chakra.span textStyle="small" fontWeight="semibold">
          <Trans>Did you hear the tone?</Trans>
        </chakra.span>
        <Button size="sm" onClick={() => test.answerTone(true)} data-testid="heard">
          <Check aria-hidden />
          <Trans>Yes</Trans>
        </Button>
        <Button size="sm" variant="outline" onClick={() => test.answerTone(false)} data-testid="not-heard">
          <X aria-hidden />
          <Trans>No</Trans>
        </Button>
      </chakra.div>
    );
  }
  return (
    <Button
      size="sm"
      variant="soft"
      loading={test.running.has('speaker')}
      onClick={test.playTone}
      data-testid="play-tone"
    >
      <Volume2 aria-hidden />
      <Trans>Play a tone</Trans>
    </Button>
  );
};

const Report = ({ findings }: { readonly findings: Findings }) => {
  const { i18n } = useLingui();
  const [copied, setCopied] = useState(false);
  const text = reportText(findings, {
    i18n,
    page: window.location.origin,
    browser: navigator.userAgent,
    now: new Date(),
  });
  return (
    <Panel>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap="3" alignItems="center">
        <chakra.div>
          <chakra.h2 textStyle="subheading">
            <Trans>For your support contact</Trans>
          </chakra.h2>
          <chakra.p textStyle="small" color="ink.muted">
            <Trans>Copy the result and include it when you contact support.</Trans>
          </chakra.p>
        </chakra.div>
        <Button
          variant="outline"
          data-testid="copy-report"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              // Not allowed, or no HTTPS: the text stands there to be selected.
              () => setCopied(false),
            )
          }
        >
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied ? <Trans>Copied</Trans> : <Trans>Copy as text</Trans>}
        </Button>
      </chakra.div>
      <chakra.pre
        mt="4"
        p="4"
        borderRadius="md"
        bg="contents.hover"
        fontFamily="mono"
        textStyle="caption"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        userSelect="all"
        data-testid="report"
      >
        {text}
      </chakra.pre>
    </Panel>
  );
};
