import { type ReactNode, useState } from 'react';
import { callApi } from '#client/api/call-api.ts';
import type { TaskBody } from '#client/api/queries/manage/tasks.ts';
import type { FreeQuery } from '#client/api/query-string.ts';
import { chosenCount, type Selection } from '#client/features/manage/table/selection.ts';
import { Button } from '#client/ui/button.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkQuestion } from './bulk-question.tsx';
import { taskBodyOf } from './bulk-selection.ts';

/** What each row is changed to, and how the question says that. */
export interface ChosenChange {
  readonly body: Readonly<Record<string, unknown>>;
  readonly words: ReactNode;
}

export interface BulkActionProps {
  readonly path: TaskBody['resource'];
  readonly action: TaskBody['action'];
  /** Of `merge`: what each row is changed to. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** A dialog in which that is chosen first. */
  readonly choice?: (answers: {
    readonly onChosen: (change: ChosenChange) => void;
    readonly onClose: () => void;
  }) => ReactNode;
  /** The verb: 'Disable'. The button adds '…' if something is to be chosen first. */
  readonly label: string;
  readonly selection: Selection;
  /** Of the list that the rows are chosen in: `query.apiQuery`. */
  readonly query: FreeQuery;
  /** What else happens: who is signed out, what is deleted along. */
  readonly children?: ReactNode;
}

/** A button of the bar of chosen rows: asks, begins a task on the server, and shows how far it is. */
export const BulkAction = ({
  path,
  action,
  body: fixed,
  choice,
  label,
  selection,
  query,
  children,
}: BulkActionProps) => {
  const [choosing, setChoosing] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [taskId, setTaskId] = useState<string | null>(null);
  const ask = (body = fixed, words: ReactNode = null) => {
    const chosen = selection.get();
    const work = { resource: path, action, ...(body && { body }) };
    const key = crypto.randomUUID();
    setAsked({ body: taskBodyOf(work, chosen, query), count: chosenCount(chosen), key, words });
  };
  const start = (id: string) => {
    setTaskId(id);
    selection.clear();
  };
  return (
    <>
      <Button
        variant={action === 'delete' ? 'dangerSoft' : 'soft'}
        size="sm"
        px="3"
        aria-haspopup="dialog"
        onClick={() => (choice ? setChoosing(true) : ask())}
      >
        {label}
        {choice && '…'}
      </Button>
      {choosing &&
        choice?.({
          onChosen: ({ body, words }) => {
            setChoosing(false);
            ask(body, words);
          },
          onClose: () => setChoosing(false),
        })}
      {asked && (
        <Start asked={asked} label={label} onStarted={start} onClose={() => setAsked(null)}>
          {asked.words}
          {asked.words && ' '}
          {children}
        </Start>
      )}
      {taskId !== null && (
        <BulkProgress title={label} taskId={taskId} queryKey={path} onClose={() => setTaskId(null)} />
      )}
    </>
  );
};

interface Asked {
  readonly body: TaskBody;
  readonly count: number;
  /** The same however often it is sent: an answer that was lost begins no second task. */
  readonly key: string;
  /** What was chosen for the rows; null: nothing was to be chosen. */
  readonly words: ReactNode;
}

interface StartProps {
  readonly asked: Asked;
  readonly label: string;
  readonly children: ReactNode;
  readonly onStarted: (taskId: string) => void;
  readonly onClose: () => void;
}

const Start = ({ asked: { body, count, key }, label, children, onStarted, onClose }: StartProps) => {
  const { isPending, mutate } = useChange('tasks', async () => {
    const { id } = await callApi('tasks.start', { body, idempotencyKey: key });
    onStarted(id);
    onClose();
  });
  return (
    <BulkQuestion
      label={label}
      body={body}
      count={count}
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {children}
    </BulkQuestion>
  );
};
