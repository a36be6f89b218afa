import { type ReactNode, useEffect, useRef } from 'react';
import { create } from 'zustand';

/** What waits in the quiet strip, the first of each kind in sight. */
const order = { tip: ['browse', 'guide'], notice: ['newVersion', 'messages', 'serviceFee', 'survey'] } as const;
export type StripKind = keyof typeof order;
export type StripKey = (typeof order)[StripKind][number];

/** One thing that the product wants to say without being asked. */
interface StripNote {
  icon: ReactNode;
  text: string;
  /** the one verb */
  verb: string;
  /** what the verb does: only this may open a dialog */
  run: () => void;
  /** puts the note away, as long as its owner wants */
  away: () => void;
}

interface Strip {
  notes: ReadonlyMap<StripKey, StripNote>;
  /** lines of the pages in front that have room for it, the first one has it */
  places: readonly string[];
  /** it is known what there is to say at first: until then nothing is said, so that no note pushes another aside while it is read */
  ready: boolean;
}

/**
 * The one place where the product speaks without being asked: guide, browse setting, fees, questionnaires, a new version, messages that came while somebody works.
 * Nothing opens over a page by itself (decision 092); what has something to say waits here until it is clicked or put away.
 */
export const useStrip = create<Strip>(() => ({ notes: new Map(), places: [], ready: false }));

/** From now on the strip speaks. */
export const startStrip = (): void => useStrip.setState({ ready: true });

const put = (key: StripKey, note: StripNote | null): void =>
  useStrip.setState(({ notes }) => {
    const next = new Map(notes);
    if (note) next.set(key, note);
    else next.delete(key);
    return { notes: next };
  });

/** Says something in the strip as long as the note is not null; what its buttons do may change with every drawing. */
export function useStripNote(key: StripKey, note: StripNote | null): void {
  const latest = useRef(note);
  latest.current = note;
  const { text, verb } = note ?? {};
  useEffect(() => {
    if (text === undefined || verb === undefined) return undefined;
    put(key, {
      icon: latest.current?.icon,
      text,
      verb,
      run: () => latest.current?.run(),
      away: () => latest.current?.away(),
    });
    return () => put(key, null);
  }, [key, text, verb]);
}

/** The note of a kind that is in sight. */
export function firstNote(notes: Strip['notes'], kind: StripKind): { key: StripKey; note: StripNote } | null {
  for (const key of order[kind]) {
    const note = notes.get(key);
    if (note) return { key, note };
  }
  return null;
}
