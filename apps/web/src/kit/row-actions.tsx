import { Dropdown, Tooltip } from 'antd';
import { Link } from 'react-router';
import type { RowAction } from './data-table';
import { reportError } from './notify';
import { allowed, useSession } from './session';

const run = (action: RowAction): void => {
  // A failed action is told to the user, whoever wrote it.
  void Promise.resolve(action.run?.()).catch(reportError);
};

/** At most three words; the rest behind 更多. */
export function RowActions({ actions }: { actions: RowAction[] }) {
  const session = useSession();
  const mine = actions.filter((action) => !action.can || allowed(action.can.access, session));
  const direct = mine.length > 3 ? mine.slice(0, 2) : mine;
  const more = mine.slice(direct.length);
  return (
    <span className="td-words">
      {direct.map((action) => (
        <Word key={action.label} action={action} />
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
              onClick: () => run(action),
            })),
          }}
        >
          <button type="button" className="td-plain td-word">
            更多
          </button>
        </Dropdown>
      ) : null}
    </span>
  );
}

function Word({ action }: { action: RowAction }) {
  if (action.to && !action.why) {
    return (
      <Link className="td-word" to={action.to}>
        {action.label}
      </Link>
    );
  }
  const button = (
    <button
      type="button"
      className="td-plain td-word"
      data-danger={action.danger}
      aria-disabled={Boolean(action.why)}
      onClick={(event) => {
        event.stopPropagation();
        if (!action.why) run(action);
      }}
    >
      {action.label}
    </button>
  );
  return action.why ? <Tooltip title={action.why}>{button}</Tooltip> : button;
}
