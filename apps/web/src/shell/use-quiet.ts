import { useEffect, useState } from 'react';

const lookMs = 500;

/** An open dialog of anybody. */
const busy = (): boolean =>
  [...document.querySelectorAll('.ant-modal-wrap')].some((element) => element.getClientRects().length > 0);

/** True once no dialog has been open for `quietMs`: what asks by itself waits for what others have to say. Stays true. */
export function useQuiet(quietMs: number): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    let since = Date.now();
    const timer = setInterval(() => {
      if (busy()) since = Date.now();
      else if (Date.now() - since >= quietMs) {
        clearInterval(timer);
        setQuiet(true);
      }
    }, lookMs);
    return () => clearInterval(timer);
  }, [quietMs]);
  return quiet;
}
