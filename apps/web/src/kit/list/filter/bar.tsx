import { Button } from 'antd';
import { SlidersHorizontal } from 'lucide-react';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Filters, isBlank } from '../url';
import './bar.css';

interface Draft {
  values: Filters;
  /** Puts values into the draft; `now` queries at once (select boxes, dates), text waits for Enter or 查询. */
  put: (values: Filters, now?: boolean) => void;
  /** fields whose controls stand first, because a list that they narrow must say so in sight */
  first: ReadonlySet<string>;
}
const DraftContext = createContext<Draft | null>(null);

/** What a filter control reads and writes; usable inside a FilterBar only. */
export function useFilterDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('a filter control needs a FilterBar around it');
  return draft;
}

interface FilterBarProps {
  /** what is queried now */
  filters: Filters;
  query: (filters: Filters) => void;
  reset: () => void;
  busy?: boolean;
  /** false: nothing is queried before 查询 (reports that take long) */
  eager?: boolean;
  children: ReactNode;
}

/** One row of controls with 查询, 重置 and the rest behind 展开 n 项. Enter in any text queries. What the list begins with, or a link set, is never behind it. */
export function FilterBar({ filters, query, reset, busy, eager = true, children }: FilterBarProps) {
  const [values, setValues] = useState<Filters>(filters);
  const shown = JSON.stringify(filters);
  const taken = useRef(shown);
  useEffect(() => {
    // A page that comes back from behind another tab runs its effects again: half-typed filters must stay.
    if (taken.current === shown) return;
    taken.current = shown;
    setValues(JSON.parse(shown));
  }, [shown]);
  const [open, setOpen] = useState(false);
  const { box, hidden } = useOverflow(open);
  const { first, touch, sortAgain } = useFirst(filters, shown);
  const put = (change: Filters, now = false): void => {
    const next = { ...values, ...change };
    touch(Object.keys(change));
    setValues(next);
    if (now && eager) query(next);
  };
  const fold = (): void => {
    if (open) sortAgain();
    setOpen(!open);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    query(values);
  };
  return (
    <DraftContext.Provider value={{ values, put, first }}>
      <search>
        <form className="kit-list-filter-bar" data-open={open} onSubmit={submit}>
          <div className="kit-list-filter-box" ref={box}>
            {children}
          </div>
          <Button type="primary" htmlType="submit" aria-busy={busy}>
            查询
          </Button>
          <Button onClick={reset}>重置</Button>
          {hidden > 0 || open ? (
            <Button type="text" icon={<SlidersHorizontal />} aria-expanded={open} onClick={fold}>
              {open ? '收起' : `展开 ${hidden} 项`}
            </Button>
          ) : null}
        </form>
      </search>
    </DraftContext.Provider>
  );
}

/** Fields that are asked for something. */
const setFields = (filters: Filters): string[] => Object.keys(filters).filter((name) => !isBlank(filters[name]));

/**
 * The fields whose controls come first: those that were set when the bar was drawn or folded, or since then from outside (a link, tabs). A control that
 * the user sets or clears himself keeps its place under the mouse.
 */
function useFirst(filters: Filters, shown: string) {
  const [first, setFirst] = useState<ReadonlySet<string>>(() => new Set(setFields(filters)));
  const touched = useRef(new Set<string>());
  useEffect(() => {
    // what is queried, as it was written
    const fresh = setFields(JSON.parse(shown) as Filters).filter((name) => !touched.current.has(name));
    setFirst((known) => (fresh.every((name) => known.has(name)) ? known : new Set([...known, ...fresh])));
  }, [shown]);
  return {
    first,
    touch: (names: readonly string[]): void => {
      for (const name of names) touched.current.add(name);
    },
    sortAgain: (): void => {
      touched.current.clear();
      setFirst(new Set(setFields(filters)));
    },
  };
}

/**
 * Counts the controls that do not fit the first row, and takes them out of the tab order while they are hidden. The button that brings them takes room
 * itself, so that they are counted again before anything is drawn.
 */
function useOverflow(open: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState(0);
  const measure = useCallback((): void => {
    const element = box.current;
    if (!element) return;
    element.style.maxWidth = '';
    // controls are HTML elements
    const items = [...element.children] as HTMLElement[];
    const first = items[0]?.offsetTop ?? 0;
    let below = 0;
    let right = 0;
    for (const item of items) {
      const isBelow = item.offsetTop > first;
      if (isBelow) below++;
      else right = Math.max(right, item.offsetLeft + item.offsetWidth);
      item.inert = isBelow && !open;
    }
    // The buttons follow the last control in sight, not the space that the next one would have needed. Offsets are whole px: one more, lest the last wraps.
    if (below > 0) element.style.maxWidth = `${right - (items[0]?.offsetLeft ?? 0) + 1}px`;
    setHidden(below);
  }, [open]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.parentElement ?? element);
    return () => observer.disconnect();
  }, [measure]);
  useLayoutEffect(() => {
    if (hidden > 0) measure();
  }, [hidden, measure]);
  return { box, hidden };
}
