import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type TaskBody, taskPreviewQuery } from '#client/api/queries/manage/tasks.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { countedWords } from './task-words.ts';

/** How many of the rows it concerns, and how many not, before it is begun. */
export const BulkPreview = ({ body }: { readonly body: TaskBody }) => {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(taskPreviewQuery(body));
  if (error) return <LoadingFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  const { total, changed, unchanged, refused } = data;
  const examined = i18n.number(data.examined);
  const selected = i18n._(countedWords(body.resource, total));
  return (
    <div>
      {data.examined < total && (
        <p>
          <Trans>
            {selected} are selected. Of the first {examined}:
          </Trans>
        </p>
      )}
      <p>
        <ChangedText action={body.action} changed={i18n._(countedWords(body.resource, changed))} />
      </p>
      {unchanged > 0 && (
        <p>
          <Plural value={unchanged} one="# is like that already." other="# are like that already." />
        </p>
      )}
      {refused > 0 && (
        <p>
          <Plural
            value={refused}
            one="# isn’t there any more, or you aren’t allowed to do that to it."
            other="# aren’t there any more, or you aren’t allowed to do that to them."
          />
        </p>
      )}
    </div>
  );
};

interface ChangedTextProps {
  readonly action: TaskBody['action'];
  /** How many of what: '3 users'. */
  readonly changed: string;
}

const ChangedText = ({ action, changed }: ChangedTextProps) => {
  switch (action) {
    case 'delete':
      return <Trans>{changed} will be deleted.</Trans>;
    case 'merge':
      return <Trans>{changed} will be changed.</Trans>;
    default:
      return <Trans>It will be done for {changed}.</Trans>;
  }
};
