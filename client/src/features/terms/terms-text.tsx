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
          Hibiki carries video and audio calls between people, devices and groups. The person or organization
          that gave you its address runs it: the operator. The operator decides who may use which of its
          services.
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
          Call only those who have approved it. Record only with the consent of everyone in the call; everyone
          sees that it is recorded. Do not pass on what others have said in confidence.
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
          The service is offered as it is. Do not rely on it to call for help in an emergency. The operator
          may change it, interrupt it for maintenance, or close accounts that break these terms.
        </Trans>
      </Article>
      <Article title={t`6. Changes`}>
        <Trans>
          When these terms change, you are asked to agree again. If you do not agree, you are signed out and
          nothing of your account is changed; the operator deletes it if you ask.
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
          What is said and shown. Picture and sound of 1-to-1 calls go from browser to browser, encrypted;
          those of group calls pass through the operator's server, which does not keep them unless someone
          records. Chat messages reach everyone in the call through the server and are gone when the call
          ends.
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
          You, those whom you are paired with, and the managers of the customer that your account belongs to.
          Nothing is passed on to others, and no third party is asked for anything while you use the service,
          with one exception: if you let a device ring while Hibiki is closed, its notifications go through
          the push service of your browser's vendor, encrypted so that the vendor cannot read them.
        </Trans>
      </Article>
      <Article title={t`Your rights`}>
        <Trans>
          You can change what you have entered at any time. Ask the operator to see, correct or delete what is
          kept of you.
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
