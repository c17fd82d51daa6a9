import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { installationQuery } from '#client/api/queries/installation.ts';

/** The terms that the product comes with. */
export const TermsText = () => {
  const { t } = useLingui();
  return (
    <chakra.div display="grid" gap="5">
      <Article title={t`1. What this service is`}>
        <Trans>
          Hibiki is a service for video and audio calls between people, devices and groups. It’s run by the
          person or organisation that gave you its address (“the operator”). The operator decides who can use
          which services.
        </Trans>
      </Article>
      <Article title={t`2. Your account`}>
        <Trans>
          The account is yours alone. Keep its password to yourself, and tell the operator if someone else may
          know it. You are responsible for what is done with your account.
        </Trans>
      </Article>
      <Article title={t`3. Calls and recordings`}>
        <Trans>
          Only call people who have approved you. Record only with the consent of everyone in the call.
          Everyone sees when a call is being recorded. Don’t pass on what others said in confidence.
        </Trans>
      </Article>
      <Article title={t`4. What is not allowed`}>
        <Trans>
          Breaking the law, harassing others, pretending to be someone else, sending what harms others or the
          service, or accessing data that is not meant for you.
        </Trans>
      </Article>
      <Article title={t`5. Availability`}>
        <Trans>
          The service is provided “as is”. Don’t use it for emergency calls. The operator may change it,
          interrupt it for maintenance, or close accounts that break these terms.
        </Trans>
      </Article>
      <Article title={t`6. Changes`}>
        <Trans>
          If these terms change, you’ll be asked to agree again. If you don’t, you’ll be signed out. Your
          account stays as it is until you ask the operator to delete it.
        </Trans>
      </Article>
    </chakra.div>
  );
};

/** What the product itself keeps of people; what the operator does beyond it is the operator's to say. */
export const PrivacyText = () => {
  const { t } = useLingui();
  const { data: installation } = useQuery(installationQuery());
  return (
    <chakra.div display="grid" gap="5">
      <Article title={t`What is kept`}>
        <Trans>
          Your e-mail address, your nickname, a hash of your password, your pairs, groups and settings; of
          each call who took part, when, for how long, how it ended and how much was sent; and a log of who
          changed what, with the address that it came from.
        </Trans>{' '}
        {installation && (
          <Plural
            value={installation.logKeepDays}
            one="The log is deleted after # day."
            other="The log is deleted after # days."
          />
        )}
      </Article>
      <Article title={t`What is not kept`}>
        <Trans>
          What you say and show. In 1-to-1 calls, video and audio are end-to-end encrypted and go directly
          between browsers, or through a relay that can’t read them. In group calls they pass through the
          operator’s server, which keeps them only if someone records. Chat messages go through the server and
          are deleted when the call ends, unless the server records the call.
        </Trans>
      </Article>
      <Article title={t`Recordings`}>
        <Trans>
          Everyone in a call sees that it is recorded. Recordings on the server can be deleted by the owner of
          the group at any time. Recordings made in a browser stay with the person who made them.
        </Trans>{' '}
        {installation && (
          <Plural
            value={installation.recordingKeepDays}
            one="The server deletes recordings after # day."
            other="The server deletes recordings after # days."
          />
        )}
      </Article>
      <Article title={t`Who sees it`}>
        <Trans>
          You, the people you’re paired with, the members of your groups, everyone in a call with you, the
          people you invite by e-mail, the managers of your organisation, and the operator. Your
          organisation’s managers can connect their own systems (webhooks), which then receive your name, your
          e-mail address and who took part in calls. Nothing else is shared with third parties, with one
          exception: if you turn on ringing while Hibiki is closed, notifications go through your browser
          vendor’s push service. They’re encrypted, so the vendor can’t read them.
        </Trans>
      </Article>
      <Article title={t`Your rights`}>
        <Trans>
          You can change what you entered at any time. Contact the operator to see, correct or delete the data
          stored about you.
        </Trans>
      </Article>
    </chakra.div>
  );
};

const Article = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <chakra.h2 textStyle="subheading">{title}</chakra.h2>
    <chakra.p mt="1" color="ink.muted" wordBreak="normal">
      {children}
    </chakra.p>
  </section>
);
