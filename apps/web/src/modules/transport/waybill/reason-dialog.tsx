import { Input } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { AtField } from '../../../kit/dialog/act-bar';
import { ActDialog } from '../../../kit/dialog/form-dialog';

const shortest = 2;

interface ReasonDialogProps {
  title: string;
  /** what the reason is called: 作废原因 */
  label: string;
  ok: string;
  hint?: string;
  /** sends it; `version` is the newest one that is known */
  run: (reason: string, version: number) => Promise<unknown>;
  /** version that was read, where the step is refused when somebody changed it meanwhile; `fresh` loads the new one */
  version?: number;
  fresh?: () => Promise<unknown>;
  close: () => void;
}

/** Asks why before something that cannot simply be undone. */
export function ReasonDialog({ title, label, ok, hint, run, version = 0, fresh, close }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const act = useAct(
    async (typed: { reason: string; version: number }) => {
      await run(typed.reason, typed.version);
      return true;
    },
    { fresh },
  );
  return (
    <ActDialog
      act={act}
      input={{ reason: reason.trim(), version }}
      ready={reason.trim().length >= shortest}
      close={close}
      width={420}
      title={title}
      okText={ok}
      danger
    >
      {hint ? <p className="td-cap">{hint}</p> : null}
      <AtField name="reason">
        <Input.TextArea
          aria-label={label}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          placeholder={`${label}，至少2个字`}
          maxLength={100}
          showCount
          autoSize={{ minRows: 2, maxRows: 4 }}
        />
      </AtField>
    </ActDialog>
  );
}
