import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '#client/api/api-types.ts';
import { CustomerName } from '#client/features/manage/shell/customer-name.tsx';
import { Fact, FactList } from '#client/features/manage/shell/fact-list.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { isInvitationDue } from './user-state.tsx';

/** What is known of a user. */
export const UserFacts = ({ user }: { readonly user: User }) => {
  const { t } = useLingui();
  const { email, pendingEmail, nickname, isManager, manages, lang, customerName } = user;
  return (
    <Panel aria-label={t`Details`}>
      <FactList>
        <Fact name={t`E-mail address`}>{email}</Fact>
        {pendingEmail !== null && (
          <Fact name={t`New e-mail address`}>
            <Trans>{pendingEmail}, not confirmed yet</Trans>
          </Fact>
        )}
        <Fact name={t`Name`}>{nickname || '–'}</Fact>
        <Fact name={t`Customer`}>{customerName}</Fact>
        <Fact name={t`Role`}>{isManager ? t`Manager` : t`User`}</Fact>
        {isManager && (
          <Fact name={t`Manages`}>
            {manages.length === 0 ? (
              <Trans>None of your customers</Trans>
            ) : (
              <chakra.ul listStyle="none" m="0" p="0">
                {manages.map((customer) => (
                  <li key={customer}>
                    <CustomerName id={idOfIri(customer)} />
                  </li>
                ))}
              </chakra.ul>
            )}
          </Fact>
        )}
        <Fact name={t`Language of e-mails`}>{lang === 'ja' ? '日本語' : 'English'}</Fact>
        <Fact name={t`Registered`}>
          <ShortTime time={user.registered} />
        </Fact>
        {user.invitedAt !== null && (
          <Fact name={isInvitationDue(user) ? t`Invitation goes out` : t`Invited`}>
            <ShortTime time={user.invitedAt} />
          </Fact>
        )}
        <Fact name={t`Terms of service`}>
          {user.termsAgreedAt === null ? (
            <Trans>Not agreed yet</Trans>
          ) : (
            <ShortTime time={user.termsAgreedAt} />
          )}
        </Fact>
      </FactList>
    </Panel>
  );
};
