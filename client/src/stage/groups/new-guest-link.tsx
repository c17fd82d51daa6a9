import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import * as v from 'valibot';
import { guestLinksQuery, makeGuestLink } from '#client/api/queries/groups.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { MailField } from '#client/ui/mail-field.tsx';
import { Input, TextField } from '#client/ui/text-field.tsx';
import { DEFAULT_LINK_GUESTS, MAX_CALL_GUESTS } from '#protocol/limits.ts';
import { iri } from '#protocol/rest/field.ts';
import { linkLimitRule } from './link-limit-rule.ts';

/** The mail is optional: a link can be copied instead. */
const FormSchema = v.object({
  mail: v.union([v.pipe(v.string(), v.trim(), v.empty()), strictMailRule], 'mail-format'),
  maxGuests: v.optional(linkLimitRule),
});

/** Makes a link for a guest, shows it, and mails it where an address was entered. */
export const NewLink = ({ groupId }: { readonly groupId: string | null }) => {
  const { t, i18n } = useLingui();
  const lang = useLanguage();
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: ({ mail, maxGuests }: v.InferOutput<typeof FormSchema>) =>
      makeGuestLink({
        group: groupId === null ? null : iri('groups', groupId),
        mail: mail === '' ? null : mail,
        lang,
        ...(maxGuests !== undefined && { maxGuests }),
      }),
    onSuccess(link) {
      queryClient.setQueryData(guestLinksQuery(groupId).queryKey, (links) => links && [link, ...links]);
      return queryClient.invalidateQueries({ queryKey: ['guest_links'] });
    },
    onError: (error) => form.showViolations(error, { mail: 'mail', maxGuests: 'maxGuests' }),
  });
  const form = useValidatedForm(FormSchema, (values) => make.mutate(values));
  const links = useQuery(guestLinksQuery(groupId)).data;
  // Not once it has been revoked below.
  const data = links?.some(({ id }) => id === make.data?.id) === false ? undefined : make.data;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" color="ink">
      <chakra.form
        display="grid"
        gap="3"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' }}
        {...form.formProps}
      >
        {/* With three in a line, a label would take two lines, and its field would stand lower than the others. */}
        <chakra.div gridColumn={groupId === null ? undefined : '1 / -1'}>
          <MailField
            label={t`Send it to (optional)`}
            reserve={false}
            autoComplete="off"
            {...form.field('mail')}
          />
        </chakra.div>
        {groupId !== null && (
          <TextField
            type="number"
            inputMode="numeric"
            label={t`Guests at the same time`}
            reserve={false}
            min={1}
            max={MAX_CALL_GUESTS}
            defaultValue={DEFAULT_LINK_GUESTS}
            {...form.field('maxGuests')}
          />
        )}
        <Button type="submit" mt={{ sm: '1.625rem' }} minH="12" loading={make.isPending}>
          <Link2 aria-hidden />
          <Trans>Create link</Trans>
        </Button>
      </chakra.form>
      {make.error && !form.hasErrors && <Banner tone="error">{i18n._(textOfError(make.error))}</Banner>}
      {data?.url && (
        <chakra.div display="grid" gap="3" p="4" borderRadius="md" bg="primary.subtle" animation="rise 200ms">
          <chakra.p textStyle="small" color="primary.onSubtle" role="status">
            {data.mail ? (
              <Trans>We sent the link to {data.mail}.</Trans>
            ) : (
              <Trans>Link created. You can copy it here, or later from the list.</Trans>
            )}
          </chakra.p>
          <chakra.div display="flex" gap="2" flexWrap="wrap">
            <Input
              readOnly
              aria-label={t`Guest link`}
              value={data.url}
              flex="1"
              minW="48"
              width="auto"
              minH="11"
              fontFamily="mono"
              fontSize="0.8125rem"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={data.url} label={t`Copy`} />
          </chakra.div>
        </chakra.div>
      )}
    </chakra.div>
  );
};
