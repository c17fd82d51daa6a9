import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '#client/api/api-types.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { Fact, FactList } from '#client/features/manage/shell/fact-list.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';

export const GroupFacts = ({ group }: { readonly group: Group }) => {
  const { t } = useLingui();
  const { owner, ownerName, customerName, start, end, created, autoRecord } = group;
  const bound = (time: string | null) => (time === null ? <Trans>Always</Trans> : <ShortTime time={time} />);
  return (
    <Panel aria-label={t`Details`}>
      <FactList>
        <Fact name={t`Owner`}>
          <chakra.span css={{ '& a': { color: 'link', fontWeight: 'semibold' } }}>
            <PartyLink party={owner} name={ownerName} />
          </chakra.span>
        </Fact>
        {customerName !== null && <Fact name={t`Customer`}>{customerName}</Fact>}
        <Fact name={t`Start`}>{bound(start)}</Fact>
        <Fact name={t`End`}>{bound(end)}</Fact>
        <Fact name={t`Record every call on the server`}>
          {autoRecord ? <Trans>On</Trans> : <Trans>Off</Trans>}
        </Fact>
        <Fact name={t`Created`}>
          <ShortTime time={created} />
        </Fact>
      </FactList>
    </Panel>
  );
};
