import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Shown } from './detail/drawer';
import type { AlarmForm } from './words';

/** The alarm in the drawer stands in the address, so that messages and links of colleagues lead to it. */
export function useShown(): Shown {
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState<{ id: string; form: AlarmForm | null } | null>(null);
  const put = useCallback(
    (id: string | null) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          if (id === null) next.delete('alarmId');
          else next.set('alarmId', id);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const id = params.get('alarmId');
  return {
    id,
    // the address follows a moment later: until then the alarm before must not open the form of the next
    form: asked?.id === id ? asked.form : null,
    open: (next, form) => {
      setAsked({ id: next, form });
      put(next);
    },
    close: () => put(null),
  };
}
