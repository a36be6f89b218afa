import { type ReactNode, useCallback, useRef } from 'react';
import { type Question, useAct } from './use-act';

/** What belongs to a step on a row besides the sending; `O` is what the server answered. */
interface RowWords<Row, O> {
  /** asked before anything is sent; null: this row needs no question */
  sure?: (row: Row) => Question | null;
  /** the sentence of the toast when it worked */
  told?: (row: Row, answer: O) => ReactNode;
  /** what follows when it worked, before `changed` of the caller */
  done?: (row: Row, answer: O) => unknown;
  /** looks at a failure first; true = it was dealt with */
  failed?: (row: Row, error: unknown) => boolean;
}

interface Step<Row> {
  row: Row;
  changed?: () => unknown;
}

/** Does the step to a row; `changed` follows when it worked, and asks again for what is shown. Never rejects. */
export type RowStep<Row> = (row: Row, changed?: () => unknown) => Promise<void>;

/**
 * One step that is offered on every row of a list (删除, 停用, 解绑): `useAct` with the question, the toast and the reloading of rows that somebody
 * else changed meanwhile. A step on a second row waits for the one on the first; the same step pressed twice is done once.
 */
export function useRowAct<Row, O>(deed: (row: Row) => Promise<O>, words: RowWords<Row, O>): RowStep<Row> {
  const { sure, told, done, failed } = words;
  const sent = useRef<Row | null>(null);
  const send = ({ row }: Step<Row>): Promise<O> => {
    sent.current = row;
    return deed(row);
  };
  const { run } = useAct<Step<Row>, O>(send, {
    sure: sure && (({ row }) => sure(row)),
    failed: failed && ((error) => sent.current !== null && failed(sent.current, error)),
    told: told && ((answer, { row }) => told(row, answer)),
    done: async (answer, { row, changed }) => {
      await done?.(row, answer);
      await changed?.();
    },
  });
  const last = useRef<{ row: Row; over: Promise<void> } | null>(null);
  return useCallback(
    (row, changed) => {
      const before = last.current;
      if (before && isSame(before.row, row)) return before.over;
      const start = async (): Promise<void> => void (await run({ row, changed }));
      const mine = { row, over: before ? before.over.then(start) : start() };
      last.current = mine;
      void mine.over.then(() => {
        if (last.current === mine) last.current = null;
      });
      return mine.over;
    },
    [run],
  );
}

/** The same row, or the same step on it: objects with the same parts. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const parts = new Map(Object.entries(b));
  const own = Object.entries(a);
  return own.length === parts.size && own.every(([name, part]) => Object.is(part, parts.get(name)));
}
