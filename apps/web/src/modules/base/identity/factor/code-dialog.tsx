import { useState } from 'react';
import { type Act, useAct } from '../../../../kit/call/use-act';
import { ActDialog } from '../../../../kit/dialog/form';
import { CodeInput } from './code-input';

interface CodeDialogProps {
  act: Act<{ code: string }, unknown>;
  title: string;
  note: string;
  okText: string;
  close: () => void;
}

/** Asks for a code of the app, or a recovery code, before something is done. */
export function CodeDialog({ act, title, note, okText, close }: CodeDialogProps) {
  const [code, setCode] = useState('');
  return (
    <ActDialog
      act={act}
      input={code.trim().length >= 6 ? { code } : null}
      touched={false}
      enter
      stay
      close={close}
      title={title}
      width={420}
      okText={okText}
    >
      <p className="base-identity-password-note">{note}</p>
      <CodeInput value={code} change={setCode} recovery />
    </ActDialog>
  );
}

/** Asks for a code of the factor that is replaced; `next` takes it along. */
export function ChangeDialog({ next, close }: { next: (code: string) => void; close: () => void }) {
  const act = useAct(async ({ code }: { code: string }) => next(code));
  return (
    <CodeDialog
      act={act}
      title="更换验证器"
      note="先输入原验证器的动态验证码，手机已丢失时输入恢复码；新验证器绑定后原有的失效。"
      okText="下一步"
      close={close}
    />
  );
}
