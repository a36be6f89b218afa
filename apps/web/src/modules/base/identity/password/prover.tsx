import { useEffect, useState } from 'react';
import { ApiError, transport } from '../../../../kit/call/api-error';
import { bindProver } from '../../../../kit/session/password/prove';

interface Question {
  why: string;
  answer: (proved: boolean) => void;
  Dialog: typeof import('./prove-dialog').ProveDialog;
}

/** The dialog and the form engine that it needs are loaded by the first question only: few users are ever asked. */
async function loadDialog(): Promise<Question['Dialog']> {
  try {
    return (await import('./prove-dialog')).ProveDialog;
  } catch {
    throw new ApiError(transport.offline, '没有做成：二次确认打不开，请检查网络后重试');
  }
}

/** Opens 二次确认 by itself when the server asks who sits there. */
export function Prover() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    bindProver(async (why) => {
      const Dialog = await loadDialog();
      return new Promise((answer) => setQuestion({ why, answer, Dialog }));
    });
    return () => bindProver(null);
  }, []);
  if (!question) return null;
  const { why, answer, Dialog } = question;
  const end = (proved: boolean): void => {
    setQuestion(null);
    answer(proved);
  };
  return <Dialog why={why} end={end} />;
}
