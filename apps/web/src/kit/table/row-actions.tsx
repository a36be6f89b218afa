import { type QueryClient, QueryClientContext } from '@tanstack/react-query';
import { allowsAccess } from '@tongda/contract/core/allows';
import { codes } from '@tongda/contract/core/endpoint';
import { Dropdown, Tooltip } from 'antd';
import { createContext, useContext, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../call/api-error';
import { reportError } from '../dialog/notify';
import { useSession } from '../session/user';
import type { RowAction } from './types';

const runAction = (action: RowAction, client: QueryClient | undefined): void => {
  // A failed action is told to the user, whoever wrote it; after somebody else's change the rows come anew.
  void Promise.resolve(action.run?.()).catch((error: unknown) => {
    reportError(error);
    if (error instanceof ApiError && error.code === codes.conflict) void client?.invalidateQueries();
  });
};

/** True while a table shows rows that are being asked for again. */
export const RowsAreOld = createContext(false);

/**
 * An action on a row that is being reloaded waits for the new row and is then done to that one: somebody who acts twice in a row must not be told that
 * the row was changed meanwhile, by himself. What the new row no longer offers is not done.
 */
function useOnNewRow(actions: readonly RowAction[]): { waiting: string | null; choose: (action: RowAction) => void } {
  const old = useContext(RowsAreOld);
  const client = useContext(QueryClientContext);
  const [waiting, setWaiting] = useState<string | null>(null);
  useEffect(() => {
    if (old || waiting === null) return;
    setWaiting(null);
    const action = actions.find(({ label }) => label === waiting);
    if (action && !action.why) runAction(action, client);
  }, [old, waiting, actions, client]);
  return { waiting, choose: (action) => (old ? setWaiting(action.label) : runAction(action, client)) };
}

/** Most characters that three words of a row take together. */
const mostChars = 10;

/** The words of a row that stand in sight: three, or two beside 更多; three long ones give way, so that one row does not widen the column. */
export function inSight<Action extends { label: string }>(actions: readonly Action[]): readonly Action[] {
  const chars = (some: readonly Action[]): number => some.reduce((sum, { label }) => sum + label.length, 0);
  if (actions.length > 3) return actions.slice(0, 2);
  return actions.length < 3 || chars(actions) <= mostChars ? actions : actions.slice(0, 1);
}

/** At most three words; the rest behind 更多. */
export function RowActions({ actions }: { actions: RowAction[] }) {
  const session = useSession();
  const mine = actions.filter((action) => !action.can || allowsAccess(session, action.can.access));
  const { waiting, choose } = useOnNewRow(mine);
  const direct = inSight(mine);
  const more = mine.slice(direct.length);
  return (
    <span className="kit-table-words">
      {direct.map((action) => (
        <Word key={action.label} action={action} busy={waiting === action.label} choose={choose} />
      ))}
      {more.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map((action) => ({
              key: action.label,
              danger: action.danger,
              disabled: Boolean(action.why),
              label: action.to ? (
                <Link to={action.to}>{action.label}</Link>
              ) : (
                <span title={action.why}>{action.label}</span>
              ),
              onClick: () => choose(action),
            })),
          }}
        >
          <button
            type="button"
            className="td-plain kit-table-word"
            aria-busy={more.some(({ label }) => label === waiting)}
          >
            更多
          </button>
        </Dropdown>
      ) : null}
    </span>
  );
}

interface WordProps {
  action: RowAction;
  busy: boolean;
  choose: (action: RowAction) => void;
}

function Word({ action, busy, choose }: WordProps) {
  if (action.to && !action.why) {
    return (
      <Link className="kit-table-word" to={action.to}>
        {action.label}
      </Link>
    );
  }
  const button = (
    <button
      type="button"
      className="td-plain kit-table-word"
      data-danger={action.danger}
      aria-disabled={Boolean(action.why)}
      aria-busy={busy}
      onClick={(event) => {
        event.stopPropagation();
        if (!action.why) choose(action);
      }}
    >
      {action.label}
    </button>
  );
  return action.why ? <Tooltip title={action.why}>{button}</Tooltip> : button;
}
