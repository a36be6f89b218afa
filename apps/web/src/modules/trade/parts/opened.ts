import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** What a list has open beside it. The address may name it (`open=`), as messages do; it is taken out of the address once it is open. */
export function useOpened<Open>(of: (named: string) => Open): [Open | null, Dispatch<SetStateAction<Open | null>>] {
  const [params, setParams] = useSearchParams();
  const named = params.get('open');
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => {
    if (named === null) return;
    setOpen(of(named));
    setParams(
      (now) => {
        now.delete('open');
        return now;
      },
      { replace: true },
    );
  }, [named, of, setParams]);
  return [open, setOpen];
}
