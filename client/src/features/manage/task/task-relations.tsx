import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Task, taskQuery } from '#client/api/queries/manage/tasks.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useCustomerNames } from '#client/features/manage/shell/use-customer-names.ts';
import { ShortTime } from '#client/ui/short-time.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { targetOfMove } from './target-of-move.ts';
import { taskTitle } from './task-words.ts';

/** Where a task moves its items to, which task it undoes, and which one has undone it. */
export const TaskRelations = ({ task }: { readonly task: Task }) => {
  const target = targetOfMove(task);
  return (
    <>
      {target !== null && <Target customerId={target} />}
      {task.undoes && <Undoes id={idOfIri(task.undoes)} />}
      {task.undoneBy && <UndoneBy id={idOfIri(task.undoneBy)} />}
    </>
  );
};

const Line = ({ children }: { readonly children: ReactNode }) => (
  <chakra.p
    textStyle="small"
    color="ink.muted"
    overflowWrap="anywhere"
    css={{ '& a': { color: 'link', textDecoration: 'underline', textUnderlineOffset: '0.2em' } }}
  >
    {children}
  </chakra.p>
);

const Target = ({ customerId }: { readonly customerId: string }) => {
  const customer = useCustomerNames([customerId]).get(customerId);
  if (customer === undefined) return null;
  return (
    <Line>
      <Trans>New customer: {customer}</Trans>
    </Line>
  );
};

/** Nothing where the other task has been deleted. */
const Undoes = ({ id }: { readonly id: string }) => {
  const { i18n } = useLingui();
  const { data } = useQuery(taskQuery(id, true));
  if (!data) return null;
  const title = taskTitle(i18n, data);
  return (
    <Line>
      <ConsoleLink to={`/manager/tasks/${id}`}>
        <Trans>
          Undoes {title}, <ShortTime time={data.created} />
        </Trans>
      </ConsoleLink>
    </Line>
  );
};

const UndoneBy = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(taskQuery(id, false));
  if (!data) return null;
  const { state, failed, finished } = data;
  const isPartial = state === 'cancelled' || failed > 0;
  return (
    <Line>
      <ConsoleLink to={`/manager/tasks/${id}`}>
        {finished === null ? (
          <Trans>Being undone</Trans>
        ) : isPartial ? (
          <Trans>
            Undone in part, <ShortTime time={finished} />
          </Trans>
        ) : (
          <Trans>
            Undone, <ShortTime time={finished} />
          </Trans>
        )}
      </ConsoleLink>
    </Line>
  );
};
