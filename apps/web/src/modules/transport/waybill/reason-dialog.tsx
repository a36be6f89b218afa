import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { ActDialog } from '../../../kit/dialog/form';
import { ReasonField } from '../../../kit/dialog/reason';
import { nothingNewer, type Versioned } from './versioned';

const shortest = 2;

type ReasonDialogProps<O> = Versioned & {
  title: string;
  /** what the reason is called: 作废原因 */
  label: string;
  ok: string;
  hint?: string;
  /** sends it; `version` is the newest one that is known */
  send: (reason: string, version: number) => Promise<O>;
  /** the sentence of the toast when it worked; left out where `done` says what came of it */
  told?: (answer: O) => string;
  /** what follows when it worked */
  done: (answer: O) => unknown;
  /** takes nothing away: the button is not red */
  mild?: boolean;
  close: () => void;
};

/** Asks why before something that cannot simply be undone. */
export function ReasonDialog<O>(props: ReasonDialogProps<O>) {
  const { title, label, ok, hint, send, told, done, version = 0, fresh = nothingNewer, mild = false, close } = props;
  const [reason, setReason] = useState('');
  const act = useAct((typed: { reason: string; version: number }) => send(typed.reason, typed.version), {
    fresh,
    ...(told ? { told } : {}),
    done,
  });
  return (
    <ActDialog
      act={act}
      input={{ reason: reason.trim(), version }}
      ready={reason.trim().length >= shortest}
      close={close}
      width={420}
      title={title}
      okText={ok}
      danger={!mild}
    >
      {hint ? <p className="td-cap">{hint}</p> : null}
      <ReasonField
        label={label}
        placeholder={`${label}，至少${shortest}个字`}
        longest={100}
        value={reason}
        change={setReason}
      />
    </ActDialog>
  );
}
