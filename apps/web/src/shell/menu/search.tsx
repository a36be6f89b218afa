import { Search } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { Choice, ListKeys } from './palette';
import { PaletteBox } from './palette-box';

const PaletteList = lazy(() => import('./palette'));

/** The search of the header, by a click or Ctrl K from anywhere. What it finds stands under the box; the page behind stays as it is. */
export function HeaderSearch() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <div className="shell-frame-find">
      <button
        type="button"
        className="td-plain shell-frame-search"
        aria-label="搜索 Ctrl K"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Search className="td-ico" />
        <span>车辆、司机、单号、菜单</span>
        <kbd>Ctrl K</kbd>
      </button>
      {open ? <Palette close={() => setOpen(false)} /> : null}
    </div>
  );
}

/**
 * The box and the list of what was found. The box is one element from the first moment, so that what is typed or composed while the file of
 * the list is loaded goes on undisturbed; the list says which of its lines is chosen, and takes the keys, as soon as it is there.
 */
function Palette({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [early, setEarly] = useState<Choice | null>(null);
  const [lines, setLines] = useState(0);
  const keys = useRef<ListKeys | null>(null);
  const box = useRef<HTMLElement>(null);
  const listId = useId();
  useCloseOutside(box, close);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const choose = (): void => {
      const how = event.ctrlKey || event.metaKey ? 'more' : 'open';
      if (keys.current) keys.current.choose(how);
      else setEarly(how);
    };
    const acts = new Map<string, () => void>([
      ['ArrowDown', () => keys.current?.move(1)],
      ['ArrowUp', () => keys.current?.move(-1)],
      ['Tab', () => keys.current?.changeGroup(event.shiftKey ? -1 : 1)],
      ['Escape', close],
      ['Enter', choose],
    ]);
    const act = acts.get(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <search className="shell-menu-palette" ref={box} aria-label="全局搜索">
      <PaletteBox
        text={text}
        aria-expanded={lines > 0}
        aria-controls={listId}
        aria-activedescendant={lines > 0 ? `${listId}-${Math.min(at, lines - 1)}` : undefined}
        change={(next) => {
          setText(next);
          setAt(0);
          setEarly(null);
        }}
        onKeyDown={onKeyDown}
      />
      <Suspense fallback={null}>
        <PaletteList
          listId={listId}
          text={text}
          at={at}
          setAt={setAt}
          early={early}
          setEarly={setEarly}
          keys={keys}
          count={setLines}
          close={close}
        />
      </Suspense>
    </search>
  );
}

function useCloseOutside(box: { current: HTMLElement | null }, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const heard = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !box.current?.contains(target)) latest.current();
    };
    window.addEventListener('pointerdown', heard, true);
    return () => window.removeEventListener('pointerdown', heard, true);
  }, [box]);
}
